#include "sim/import/collective_texts.h"

#include "sim/language/scenario_options.h"

namespace flitwise {

std::string collective_list_text() {
  return std::string(
             "Schedules from files, on trees, graphs, fat trees, tori and star graphs\n"
             "operation: collective\n"
             "schedule: {file: F, format: goal|msccl|teccl}\n"
             "  map: [PE, ...] or FILE        the PE of every rank (default rank r is PE r)\n"
             "  flit_bytes: N                 goal: bytes in a flit (default 8)\n"
             "  chunk_flits: N                msccl, teccl: flits of a chunk (default 1)\n"
             "  epoch: N                      teccl: steps of an epoch (default: flows wait for "
             "their data only)\n"
             "options of the network:\n"
             "  ports: single|multi           trees\n"
             "  policy, seed, depth, backpressure     fat trees, as above (default depth 16 with\n"
             "                                back pressure)\n"
             "  lanes, depth, lane_rule, dimension_order  tori, as above\n"
             "  flits: 1 to 16                star graphs: of a packet (default 1)\n"
             "  slots: 1 to 64                star graphs: packets that an input holds (default "
             "8)\n"
             "  build: assembled|elaborated   where the network has it\n") +
         common_options_text();
}

FamilyHelp collective_help() {
  FamilyHelp help;
  help.scenario = R"(
A schedule from a file, on any network but several trees at once:
  name: ring
  network: {kind: torus, sides: [4, 4]}
  operation: collective
  schedule: {file: ring.xml, format: msccl, chunk_flits: 4}
  `flitwise import --help` says what of GOAL, MSCCL's XML and TE-CCL's JSON is read, and what it
  means here. Nothing is predicted but a lower bound; checked are every transfer, what every rank
  holds in the end, and the rules of the network.
)";
  help.columns =
      "  transfers  of a schedule from a file, that came whole\n"
      "  conflicts  likewise: reports of routers (collisions, ports used twice, flits lost), and\n"
      "             waits of worms or packets for others in a router\n";
  help.compared = "  collective: nothing: the file has one schedule\n";
  return help;
}

std::vector<Explanation> collective_explanations() {
  const std::string finish =
      "none: at least the longest chain of dependent operations, each transfer alone in the "
      "network, and the load of the busiest PE over its ports";
  const std::string range =
      "up to 4096 ranks and 8192 transfers; any network but several trees at once";
  return {
      {"networks that run schedules from files", "collective", "goal",
       "runs a GOAL schedule: sends, receives and computations of every rank with their "
       "dependencies; a send goes to the receive of the same ranks and tag, in order, which must "
       "have as many flits",
       finish, range,
       "T. Hoefler, C. Siebert, A. Lumsdaine, Group Operation Assembly Language (ICPP 2009); the "
       "text that LogGOPSim reads"},
      {"networks that run schedules from files", "collective", "msccl",
       "runs an MSCCL algorithm: thread blocks send, receive, copy and reduce chunks; what lies in "
       "the outputs is held against the collective",
       finish, range, "M. Cowan et al., MSCCLang (ASPLOS 2023)"},
      {"networks that run schedules from files", "collective", "teccl",
       "runs the flows of a TE-CCL schedule, each as soon as its node has the chunk; demands are "
       "held against what arrives",
       finish, range,
       "X. Liu et al., Rethinking Machine Learning Collective Communication as a Multi-Commodity "
       "Flow Problem (SIGCOMM 2024)"},
  };
}

std::string import_help() {
  return R"(Reads a schedule that another tool has written. Without --network it says what the file holds; with
one it runs the schedule there, or writes the scenario with -o, for `flitwise run`, check and sweep,
which have --json, --events and --waves too.

  flitwise import ring.goal
  flitwise import ring.goal --network '{kind: torus, sides: [4, 4]}' --map 0,1,5,4
  flitwise import ring.xml --network '{kind: fat-tree, leaves: 8, capacities: constant}' -o ring.yaml

Formats: what stands here is read, anything else is refused with its line.
  goal   num_ranks N, then a block `rank R { ... }` per rank (a rank without block does nothing):
           [label:] send BYTESb to R [tag T] [cpu C] [nic 0]
           [label:] recv BYTESb from R [tag T] [cpu C] [nic 0]
           [label:] calc STEPS [cpu C]
           LABEL requires LABEL      begins when the other is done
           LABEL irequires LABEL     begins when the other has begun
         a statement a line or ended by a semicolon; comments // and /* */. A send goes to the
         receive with the same ranks and tag, in their order; the two must have equally many flits.
         A message has BYTES / flit_bytes flits, rounded up, at least one. A calc takes STEPS
         steps; those of one cpu take turns.
         Not read: wildcards (-1), other network interfaces.
  msccl  algo (ngpus, coll; name, inplace, root; nchunksperloop, which must be there, proto,
         nchannels, outofplace, redop, minBytes, maxBytes change nothing), gpu (id, i_chunks,
         o_chunks, s_chunks), tb (id, send, recv, chan), step (s, type, srcbuf, srcoff, dstbuf,
         dstoff, cnt, depid, deps; hasdep changes nothing). Types: s, r, rcs, rrc, rrs, rrcs, cpy,
         re, nop; buffers i, o, s. Steps of a thread block follow each other and the step that depid
         and deps name. What one gpu receives is reduced with srcbuf; copies and reductions take no
         time. coll: allgather, allreduce, alltoall, reduce_scatter, broadcast, reduce, scatter,
         gather (the last four with root, default 0), custom (contents are not checked). Chunks of
         all gpus must fit each other. Refused are steps that can run before anything lies in what
         they read, and two steps of a gpu that use a chunk in no order, unless both read it or both
         reduce into it.
         Not read: copy elements, more than one thread block per peer and channel.
  teccl  N-Flows: "Chunk C from S traveled over A->B [with volume 1.0] in epoch K [via switches X]";
         N-Chunk paths: its keys "Demand at D for chunk C from S met by epoch K"; N-Collective. N is
         any number, as in 7-Flows. N-Collective, in letters of either case, is allgather: every
         rank must end with chunks 0 to the highest that the file names of every rank; or alltoall,
         broadcast, scatter, gather: these need demands in N-Chunk paths, which must be that
         collective's over all ranks. Without it the demands alone are checked, or nothing. The
         solver's own figures (durations, bandwidth, Demand_Met, Solver_Time) change nothing. Ranks
         are the nodes that flows and demands name, by increasing number; switches are passed over.
         A flow leaves when its node has the chunk, in the order of epochs, with schedule.epoch not
         before its epoch begins. Not read: fractions of chunks.

On the network: rank r runs on PE r or where --map says. A port's sends leave in the order in which
they may begin, and of one step in that of the file. Trees and graphs carry every message along
their links and hold nothing back: what meets is lost, and the run fails. PEs of trees have a single
port, so that to send, receive or forward twice in a step fails too, unless --options
'{ports: multi}' gives them a port for each link. Fat trees go over the lowest common switch, tori
by the shorter way in dimension order (+ where both are as long), star graphs along a shortest route
(at every node the lowest dimension that leads nearer); there messages wait, which is no failure:
waits are told with step, node and link, those of one transfer's packets in one sentence; all are
in the JSON under conflict_list.

Exit status: as `flitwise run`; 2 also for schedules whose operations wait for each other.
)";
}

}  // namespace flitwise
