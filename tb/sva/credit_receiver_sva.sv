// credit_receiver_sva.sv: what the far end of a link with credits promises over time. Bound to
// every one.
//
// It keeps what has come by itself, with the edges that each flit needs to pass the stages, and
// holds the pins against that. Flits under way, kept and whose credits are not yet given are
// counted, too: a sender with credits has no more than Depth of them here.
`default_nettype none

module credit_receiver_sva #(
  parameter int unsigned Width  = noc_pkg::FlitWidth,
  parameter int unsigned Stages = 0,
  parameter int unsigned Depth  = 4
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] lane_i,
  input logic [Width-1:0] lane_o,
  input logic             taken_i,
  input logic             credit_o,
  input logic             busy_o
);

  typedef logic [Width-1:0] queue_t [$];
  typedef int unsigned      ages_t  [$];

  /*verilator tracing_off*/
  always_ff @(posedge clk_i) begin : check
    // Kept from edge to edge: what is inside, oldest first, since how many edges; a credit is due.
    queue_t           stored;
    ages_t            ages;
    logic             due;
    logic [Width-1:0] first;
    logic             leaves;

    if (rst_ni) begin
      if (lane_i[Width-1]) begin
        stored.push_back(lane_i);
        ages.push_back(0);
      end
      first = '0;
      if (stored.size() != 0 && ages[0] + 1 > Stages) first = stored[0];
      a_credit_for_what_was_taken: assert (credit_o == due)
        else $error("gives %0d credits, %0d flits were taken at the last edge", credit_o, due);
      a_oldest_unchanged: assert (lane_o == first)
        else $error("offers %h, must offer %h", lane_o, first);
      a_busy: assert (busy_o || (!due && stored.size() == ((lane_i[Width-1]) ? 1 : 0)))
        else $error("says that it is empty, and is not");
      leaves = first[Width-1] && (taken_i || Depth == 0);
      if (leaves) begin
        void'(stored.pop_front());
        void'(ages.pop_front());
      end
      a_no_more_than_credits: assert (Depth == 0 || stored.size() <= Depth)
        else $error("a flit came without credit: there are %0d, %0d have room", stored.size(),
                    Depth);
      foreach (ages[k]) ages[k] = ages[k] + 1;
      due = leaves;
    end else begin
      stored.delete();
      ages.delete();
      due = 1'b0;
    end
  end
  /*verilator tracing_on*/

endmodule

bind credit_receiver credit_receiver_sva #(
  .Width(Width), .Stages(Stages), .Depth(Depth)
) i_sva (.*);

`default_nettype wire
