// fabric_waves.h: one FST file with a fabric's routers and signals of one's own.
#ifndef FLITWISE_FABRIC_WAVES_H_
#define FLITWISE_FABRIC_WAVES_H_

#include <flitwise/version.h>

#include <memory>
#include <string>
#include <systemc>

namespace flitwise {

/// A wave, as `flitwise run --waves` writes it, and a trace file of SystemC: what is given to
/// sc_trace(&waves, object, "cpu0.pc") stands in it beside the routers; dots make scopes.
///
///   flitwise::FabricWaves waves("run.fst");
///   flitwise::FabricConfig config;
///   config.waves = &waves;
///   flitwise::Fabric fabric("fabric", network, config);
///   sc_core::sc_trace(&waves, counter, "counter");
///
/// Routers with waves have the checkers bound, and are compiled on first use where the build does
/// not have them.
///
/// Time:   made before its fabric; closed by `close`, by its destructor or by that of the fabric,
///         whichever comes first. What is traced is there until then. The file appears whole, under
///         its name, when it is closed, and with it those by which viewers show its routers:
///         run.gtkw, unless GTKWave has saved one there, and run.nodes.txt for GTKWave, run.sucl
///         for Surfer. Time in it is in steps, 1 ns each: routers stand from t to t + 1 as they are
///         after the clock edge that ends step t, and all else as it is at the end of that time.
///         What changes between two edges is seen at the next one.
/// Shape:  integers of any width, bits, vectors of bits, enumerations (as numbers), real numbers;
///         fixed-point numbers as real ones; sc_time in units of the time resolution; an sc_event
///         is 1 at the edge at which, or before which, it was triggered.
/// Errors: the constructor throws std::runtime_error for a file that cannot be written, a device or
///         a pipe; `close` when the disk is full, of which destructors warn. An error of
///         "flitwise/waves" for a trace that is added when the file is open, for a name
///         that is empty, has spaces or is there already, and for sc_logic and sc_lv: the file
///         knows 0 and 1 alone. Comments and delta cycles are not written.
class FabricWaves final : public sc_core::sc_trace_file {
 public:
  explicit FabricWaves(const std::string& file);
  ~FabricWaves() override;

  void close();

  // What sc_trace calls.
  void trace(const sc_core::sc_event& object, const std::string& name) override;
  void trace(const sc_core::sc_time& object, const std::string& name) override;
  void trace(const bool& object, const std::string& name) override;
  void trace(const sc_dt::sc_bit& object, const std::string& name) override;
  void trace(const sc_dt::sc_logic& object, const std::string& name) override;
  void trace(const unsigned char& object, const std::string& name, int width) override;
  void trace(const unsigned short& object, const std::string& name, int width) override;
  void trace(const unsigned int& object, const std::string& name, int width) override;
  void trace(const unsigned long& object, const std::string& name, int width) override;
  void trace(const char& object, const std::string& name, int width) override;
  void trace(const short& object, const std::string& name, int width) override;
  void trace(const int& object, const std::string& name, int width) override;
  void trace(const long& object, const std::string& name, int width) override;
  void trace(const sc_dt::int64& object, const std::string& name, int width) override;
  void trace(const sc_dt::uint64& object, const std::string& name, int width) override;
  void trace(const float& object, const std::string& name) override;
  void trace(const double& object, const std::string& name) override;
  void trace(const sc_dt::sc_int_base& object, const std::string& name) override;
  void trace(const sc_dt::sc_uint_base& object, const std::string& name) override;
  void trace(const sc_dt::sc_signed& object, const std::string& name) override;
  void trace(const sc_dt::sc_unsigned& object, const std::string& name) override;
  void trace(const sc_dt::sc_fxval& object, const std::string& name) override;
  void trace(const sc_dt::sc_fxval_fast& object, const std::string& name) override;
  void trace(const sc_dt::sc_fxnum& object, const std::string& name) override;
  void trace(const sc_dt::sc_fxnum_fast& object, const std::string& name) override;
  void trace(const sc_dt::sc_bv_base& object, const std::string& name) override;
  void trace(const sc_dt::sc_lv_base& object, const std::string& name) override;
  void trace(const unsigned int& object, const std::string& name, const char** literals) override;
  void write_comment(const std::string&) override {}
  void set_time_unit(double, sc_core::sc_time_unit) override {}

 private:
  friend class RouterHost;
  class Book;
  class Subscription;

  void cycle(bool is_delta_cycle) override;

  std::shared_ptr<Book> book_;  // the fabric's, too
  std::unique_ptr<Subscription> subscription_;
};

}  // namespace flitwise

#endif  // FLITWISE_FABRIC_WAVES_H_
