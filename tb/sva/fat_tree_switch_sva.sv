// fat_tree_switch_sva.sv: what a fat tree's switch promises over time. Bound to every switch.
//
// At each edge it works out, with queues of its own, what the switch must show after it: which
// packets it takes, where they go, which lie in the output registers, what is reported and counted;
// at the next edge it holds the pins against that. A switch with nothing to do may be left
// unclocked: nothing that is noted here changes then.
`default_nettype none

module fat_tree_switch_sva #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned Depth     = 4
) (
  input logic                                                    clk_i,
  input logic                                                    rst_ni,
  input logic [noc_pkg::EntryWidth-1:0]                          leaf_base_i,
  input logic [noc_pkg::EntryWidth-1:0]                          leaf_span_i,
  input logic [7:0]                                              level_i,
  input logic [noc_pkg::CountWidth-1:0]                          limit_i,
  input logic [noc_pkg::PolicyWidth-1:0]                         policy_i,
  input logic [15:0]                                             seed_i,
  input logic                                                    scheduled_i,
  input logic                                                    backpressure_i,
  input logic                                                    store_forward_i,
  input logic [(UpLinks+Arity*DownLinks)*noc_pkg::FlitWidth-1:0] in_lane_i,
  input logic [(UpLinks+Arity*DownLinks)*noc_pkg::FlitWidth-1:0] out_lane_o,
  input logic [UpLinks+Arity*DownLinks-1:0]                      ready_i,
  input logic [UpLinks+Arity*DownLinks-1:0]                      ready_o,
  input logic                                                    busy_o,
  input logic [noc_pkg::ViolationWidth-1:0]                      violation_o,
  input logic [UpLinks+Arity*DownLinks-1:0]                      violation_in_o,
  input logic [UpLinks+Arity*DownLinks-1:0]                      violation_out_o,
  input logic [(Arity+1)*noc_pkg::CountWidth-1:0]                max_stored_o,
  input logic [(Arity+1)*noc_pkg::CountWidth-1:0]                max_wait_o
);

  localparam int unsigned NumLanes    = UpLinks + Arity * DownLinks;
  localparam int unsigned NumBranches = Arity + 1;
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth;
  localparam int unsigned CountWidth  = noc_pkg::CountWidth;
  localparam int unsigned BranchWidth = $clog2(NumBranches);
  localparam int unsigned DigitWidth  = $clog2(Arity);

  typedef logic [FlitWidth-1:0] queue_t [$];
  // An array of queues needs 2^n entries and n-bit indices: Verilator 5.006 guards others wrongly.

  function automatic int unsigned branch_of(input int unsigned lane);
    branch_of = (lane + 1 <= UpLinks) ? 0 : 1 + (lane - UpLinks) / DownLinks;
  endfunction

  // Branches that a flit from a branch must leave by.
  function automatic logic [NumBranches-1:0] branches_for(
      input int unsigned from, input logic [FlitWidth-1:0] flit
  );
    int unsigned wanted;
    int unsigned above;
    wanted = 32'(noc_pkg::flit_destination(flit));
    above = 0;
    branches_for = '0;
    case (noc_pkg::flit_kind(flit))
      noc_pkg::Flood: begin
        branches_for = {{Arity{1'b1}}, UpLinks != 0} & ~(NumBranches'(1) << from);
      end
      noc_pkg::Copies: begin
        above = wanted >> (32'(level_i) * DigitWidth);
        wanted = (wanted >> ((32'(level_i) - 1) * DigitWidth)) % (1 << DigitWidth);
        if (from == 0) begin
          branches_for = {{Arity{1'b1}}, 1'b0};
        end else if (wanted < Arity && (above == 0 || UpLinks != 0)) begin
          if (wanted != 0) branches_for = NumBranches'(2) << ((from - 1 + wanted) % Arity);
          if (above != 0) branches_for[0] = 1'b1;
        end
      end
      default: begin
        if (wanted >= 32'(leaf_base_i)
            && wanted < 32'(leaf_base_i) + Arity * 32'(leaf_span_i)) begin
          branches_for = NumBranches'(2) << ((wanted - 32'(leaf_base_i)) / 32'(leaf_span_i));
        end else begin
          branches_for[0] = UpLinks != 0;
        end
        branches_for = branches_for & ~(NumBranches'(1) << from);
      end
    endcase
  endfunction

  function automatic logic [15:0] drawn_after(input logic [15:0] draw);
    logic [15:0] first;
    logic [15:0] second;
    first = (draw == '0) ? 16'd1 : draw;
    first = first ^ {first[8:0], 7'b0};
    second = first ^ {9'b0, first[15:9]};
    drawn_after = second ^ {second[7:0], 8'b0};
  endfunction

  always_ff @(posedge clk_i) begin : check
    // Kept from edge to edge: what lies in the switch and what its pins must show.
    queue_t                             rest    [0:(1<<BranchWidth)-1];  // behind the registers
    logic [FlitWidth-1:0]               shown   [0:NumLanes-1];
    logic [CountWidth-1:0]              count   [0:NumBranches-1];
    logic [CountWidth-1:0]              highest [0:NumBranches-1];
    logic [CountWidth-1:0]              longest [0:NumBranches-1];
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                concerned_in;
    logic [NumLanes-1:0]                concerned_out;
    logic [15:0]                        draw;
    int unsigned                        first;
    logic [63:0]                        configuration;
    // Of this edge.
    logic [63:0]                        pins;
    logic [CountWidth-1:0]              space [0:NumBranches-1];  // packets that count for it
    logic [FlitWidth-1:0]               flit;
    logic [NumBranches-1:0]             ways;
    logic [NumBranches-1:0]             full;
    logic [NumLanes-1:0]                arrived;
    logic [NumLanes-1:0]                taken;
    logic [NumLanes-1:0]                stuck;
    int unsigned                        lane;
    logic [BranchWidth-1:0]             branch;
    logic                               holds;  // any packet
    logic                               whole;  // the message at the front is all here

    flit = '0;
    ways = '0;
    full = '0;
    arrived = '0;
    taken = '0;
    stuck = '0;
    lane = 0;
    branch = '0;
    holds = 1'b0;
    whole = 1'b0;
    pins = {leaf_base_i, leaf_span_i, level_i, limit_i, policy_i, scheduled_i, backpressure_i,
            store_forward_i, 2'b0};

    if (rst_ni) begin
      // What the pins show since the edge before.
      for (int unsigned k = 0; k < NumLanes; k++) begin
        flit = out_lane_o[k*FlitWidth +: FlitWidth];
        if (noc_pkg::flit_valid(shown[k])) begin
          a_in_its_turn: assert (flit == shown[k])
            else $error("lane %0d must hold %h, there is %h", k, shown[k], flit);
        end else begin
          a_nothing_made: assert (flit == '0)
            else $error("lane %0d must be empty, there is %h", k, flit);
        end
      end
      for (int unsigned k = 0; k < NumBranches; k++) begin
        a_max_stored: assert (max_stored_o[k*CountWidth +: CountWidth] == highest[k])
          else $error("branch %0d has held %0d packets, counted %0d", k, highest[k],
                      max_stored_o[k*CountWidth +: CountWidth]);
        a_max_wait: assert (max_wait_o[k*CountWidth +: CountWidth] == longest[k])
          else $error("in branch %0d have waited %0d packets, counted %0d", k, longest[k],
                      max_wait_o[k*CountWidth +: CountWidth]);
        if (count[k] != '0) holds = 1'b1;
      end
      a_busy: assert (busy_o == (holds || violation != '0))
        else $error("busy is %b, packets are here: %b, violation %b", busy_o, holds, violation);
      a_reported: assert (violation_o == violation)
        else $error("violation must be %b, reported %b", violation, violation_o);
      a_lanes_named: assert (violation_in_o == concerned_in && violation_out_o == concerned_out)
        else $error("reported lanes must be in %b, out %b, are in %b, out %b", concerned_in,
                    concerned_out, violation_in_o, violation_out_o);
      a_configuration_stays: assert (pins == configuration)
        else $error("configuration changed out of reset, from %h to %h", configuration, pins);

      // Departures.
      violation = '0;
      concerned_in = '0;
      concerned_out = '0;
      for (int unsigned k = 0; k < NumBranches; k++) space[k] = count[k];
      for (int unsigned k = 0; k < NumLanes; k++) begin
        if (noc_pkg::flit_valid(shown[k]) && (!backpressure_i || ready_i[k])) begin
          shown[k] = '0;
          count[branch_of(k)] = count[branch_of(k)] - 1'b1;
        end
      end
      for (int unsigned k = 0; k < NumBranches; k++) begin
        if (!backpressure_i) space[k] = count[k];
        if (count[k] > longest[k]) longest[k] = count[k];
        if (scheduled_i && count[k] != '0) violation[noc_pkg::Waited] = 1'b1;
      end
      if (violation != '0) begin
        for (int unsigned k = 0; k < NumLanes; k++) concerned_out[k] = count[branch_of(k)] != '0;
      end

      // Arrivals, in the order of the policy; parts of messages in that of the links.
      for (int unsigned turn = 0; turn < NumLanes; turn++) begin
        case (32'(policy_i))
          noc_pkg::LocalFirst:  lane = (turn + UpLinks) % NumLanes;
          noc_pkg::RoundRobin:  lane = store_forward_i ? turn : (turn + first) % NumLanes;
          noc_pkg::RandomOrder: lane = store_forward_i ? turn
                                     : ((32'(draw) * NumLanes) / 65536
                                        + (draw[0] ? NumLanes - turn : turn)) % NumLanes;
          default:              lane = turn;
        endcase
        flit = in_lane_i[lane*FlitWidth +: FlitWidth];
        if (noc_pkg::flit_valid(flit)) begin
          arrived[lane] = 1'b1;
          ways = branches_for(branch_of(lane), flit);
          full = '0;
          for (int unsigned k = 0; k < NumBranches; k++) begin
            if (ways[k] && space[k] >= limit_i) full[k] = 1'b1;
          end
          taken[lane] = full == '0;
          stuck[lane] = ways == '0;
          if (full == '0) begin
            for (int unsigned k = 0; k < NumBranches; k++) begin
              if (ways[k]) begin
                rest[BranchWidth'(k)].push_back(flit);
                count[k] = count[k] + 1'b1;
                space[k] = space[k] + 1'b1;
              end
            end
          end
        end
      end
      a_ready: assert (ready_o == (backpressure_i ? ~arrived | taken : '1))
        else $error("of the inputs %b there is room for %b, ready is %b", arrived, taken, ready_o);
      if (arrived != '0) begin
        draw = drawn_after(draw);
        first = (first + 1) % NumLanes;
        if (stuck != '0) violation[noc_pkg::NoRoute] = 1'b1;
        concerned_in = stuck;
        if (!backpressure_i && arrived != taken) begin
          violation[noc_pkg::Overflow] = 1'b1;
          concerned_in = concerned_in | (arrived & ~taken);
          for (int unsigned k = 0; k < NumLanes; k++) begin
            if (arrived[k] && !taken[k]) begin
              ways = branches_for(branch_of(k), in_lane_i[k*FlitWidth +: FlitWidth]);
              for (int unsigned l = 0; l < NumLanes; l++) begin
                if (ways[branch_of(l)] && space[branch_of(l)] >= limit_i) concerned_out[l] = 1'b1;
              end
            end
          end
        end
      end

      // The registers that are free take the next in turn.
      for (int unsigned k = 0; k < NumLanes; k++) begin
        branch = BranchWidth'(branch_of(k));
        if (!noc_pkg::flit_valid(shown[k]) && rest[branch].size() != 0) begin
          flit = rest[branch][0];
          whole = !store_forward_i || noc_pkg::flit_tail(flit);
          for (int i = 1; i < rest[branch].size(); i++) begin
            if (!whole && noc_pkg::flit_tag(rest[branch][i]) == noc_pkg::flit_tag(flit)
                && noc_pkg::flit_tail(rest[branch][i])
                && !noc_pkg::flit_head(rest[branch][i])) begin
              whole = 1'b1;
            end
          end
          if (whole) shown[k] = rest[branch].pop_front();
        end
      end
      for (int unsigned k = 0; k < NumBranches; k++) begin
        if (count[k] > highest[k]) highest[k] = count[k];
      end
    end else begin
      for (int unsigned k = 0; k < NumLanes; k++) shown[k] = '0;
      for (int unsigned k = 0; k < NumBranches; k++) begin
        rest[BranchWidth'(k)].delete();
        count[k] = '0;
        highest[k] = '0;
        longest[k] = '0;
      end
      violation = '0;
      concerned_in = '0;
      concerned_out = '0;
      draw = drawn_after(seed_i);
      first = 0;
      configuration = pins;
      a_limit_fits: assert (limit_i >= 1 && 32'(limit_i) <= Depth)
        else $error("limit_i must be 1 to %0d, is %0d", Depth, limit_i);
      a_policy_known: assert (32'(policy_i) <= noc_pkg::RandomOrder)
        else $error("policy_i must be 0 to %0d, is %0d", noc_pkg::RandomOrder, policy_i);
      a_place_known: assert (level_i != '0 && leaf_span_i != '0)
        else $error("level_i and leaf_span_i must be above 0, are %0d and %0d", level_i,
                    leaf_span_i);
    end
  end

endmodule

bind fat_tree_switch fat_tree_switch_sva #(
  .Arity(Arity), .DownLinks(DownLinks), .UpLinks(UpLinks), .Depth(Depth)
) i_sva (.*);

`default_nettype wire
