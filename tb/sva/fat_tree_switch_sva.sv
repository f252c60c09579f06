// fat_tree_switch_sva.sv: what a fat tree's switch promises over time. Bound to every switch.
//
// At each edge it works out, with queues of its own, what the switch must show after it: which
// packets it takes, where they go, which lie in the output registers, what is reported and counted;
// at the next edge it holds the pins against that. Packets come to these queues Stages edges after
// they come in. A switch with nothing to do may be left
// unclocked: nothing that is noted here changes then.
`default_nettype none

module fat_tree_switch_sva #(
  parameter int unsigned Arity     = 2,
  parameter int unsigned DownLinks = 1,
  parameter int unsigned UpLinks   = 1,
  parameter int unsigned Depth     = 4,
  parameter int unsigned PayloadWidth = noc_pkg::PayloadWidth,
  parameter int unsigned Stages    = 0,
  parameter int unsigned AddressWidth = noc_pkg::AddressWidth,
  localparam int unsigned FlitWidth   = noc_pkg::FlitWidth - noc_pkg::PayloadWidth + PayloadWidth,
  localparam int unsigned EntryWidth  = noc_pkg::entry_width(AddressWidth)
) (
  input logic                                                    clk_i,
  input logic                                                    rst_ni,
  input logic [EntryWidth-1:0]                                   leaf_base_i,
  input logic [EntryWidth-1:0]                                   leaf_span_i,
  input logic [7:0]                                              level_i,
  input logic [noc_pkg::CountWidth-1:0]                          limit_i,
  input logic [noc_pkg::PolicyWidth-1:0]                         policy_i,
  input logic [15:0]                                             seed_i,
  input logic                                                    scheduled_i,
  input logic                                                    backpressure_i,
  input logic                                                    store_forward_i,
  input logic [(UpLinks+Arity*DownLinks)*FlitWidth-1:0]          in_lane_i,
  input logic [(UpLinks+Arity*DownLinks)*FlitWidth-1:0]          out_lane_o,
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
  localparam int unsigned CountWidth  = noc_pkg::CountWidth;
  localparam int unsigned BranchWidth = $clog2(NumBranches);
  localparam int unsigned DigitWidth  = $clog2(Arity);

  localparam int unsigned SlotWidth   = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int unsigned IndexWidth  = $clog2(NumLanes);

  // The branch of each lane, a constant: no edge divides for it.
  function automatic logic [NumLanes*BranchWidth-1:0] branches_of_lanes(input int unsigned first);
    int unsigned lane;
    lane = first;
    branches_of_lanes = '0;
    for (int unsigned child = 0; child < Arity; child++) begin
      for (int unsigned link = 0; link < DownLinks; link++) begin
        branches_of_lanes[lane*BranchWidth +: BranchWidth] = BranchWidth'(child + 1);
        lane = lane + 1;
      end
    end
  endfunction
  localparam logic [NumLanes*BranchWidth-1:0] BranchOf = branches_of_lanes(UpLinks);

  // What is read of a flit: its top bits. Below the marks there are destination, tag and payload.
  function automatic logic [noc_pkg::FlitWidth-1:0] fields_of(input logic [FlitWidth-1:0] flit);
    fields_of = flit[FlitWidth-1 -: noc_pkg::FlitWidth];
  endfunction

  localparam int unsigned DestinationLow = FlitWidth - noc_pkg::FlitWidth + noc_pkg::AddressEnd
                                           - AddressWidth;
  function automatic logic [AddressWidth-1:0] source_of(input logic [FlitWidth-1:0] flit);
    source_of = AddressWidth'(flit >> (DestinationLow - AddressWidth));
  endfunction

  // Branches that a flit from a branch must leave by.
  function automatic logic [NumBranches-1:0] branches_for(
      input logic [BranchWidth-1:0] from, input logic [FlitWidth-1:0] flit
  );
    int unsigned wanted;
    int unsigned above;
    wanted = 32'(flit[DestinationLow +: AddressWidth]);
    above = 0;
    branches_for = '0;
    case (noc_pkg::flit_kind(fields_of(flit)))
      noc_pkg::Flood: begin
        branches_for = {{Arity{1'b1}}, UpLinks != 0} & ~(NumBranches'(1) << from);
      end
      noc_pkg::Copies: begin
        above = wanted >> (32'(level_i) * DigitWidth);
        wanted = (wanted >> ((32'(level_i) - 1) * DigitWidth)) % (1 << DigitWidth);
        if (from == '0) begin
          branches_for = {{Arity{1'b1}}, 1'b0};
        end else if (wanted < Arity && (above == 0 || UpLinks != 0)) begin
          if (wanted != 0) branches_for = NumBranches'(2) << ((32'(from) - 1 + wanted) % Arity);
          if (above != 0) branches_for[0] = 1'b1;
        end
      end
      default: begin
        if (wanted >= 32'(leaf_base_i)
            && wanted < 32'(leaf_base_i) + Arity * 32'(leaf_span_i)) begin
          branches_for = NumBranches'(2);
          for (int unsigned child = 1; child < Arity; child++) begin
            if (wanted >= 32'(leaf_base_i) + child * 32'(leaf_span_i)) begin
              branches_for = branches_for << 1;
            end
          end
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

  // What has come through the stages.
  logic [NumLanes*FlitWidth-1:0] in_lane;
  logic                          moving;  // a stage holds a packet
  if (Stages == 0) begin : gen_no_stages
    assign in_lane = in_lane_i;
    assign moving = 1'b0;
  end else begin : gen_stages
    logic [NumLanes*FlitWidth-1:0] stages [0:Stages-1];
    assign in_lane = stages[Stages-1];
    always_comb begin
      moving = 1'b0;
      for (int unsigned k = 0; k < Stages; k++) begin
        for (int unsigned l = 0; l < NumLanes; l++) begin
          if (stages[k][l*FlitWidth + FlitWidth - 1]) moving = 1'b1;
        end
      end
    end
    always_ff @(posedge clk_i) begin
      for (int unsigned k = 0; k < Stages; k++) begin
        stages[k] <= !rst_ni ? '0 : (k == 0) ? in_lane_i : stages[(k == 0) ? 0 : k - 1];
      end
    end
  end

  always_ff @(posedge clk_i) begin : check
    // Kept from edge to edge: what lies in the switch and what its pins must show. Behind the
    // registers of a branch lie `length` packets in a ring, from `front` on.
    logic [FlitWidth-1:0]               rest    [0:(NumBranches<<SlotWidth)-1];
    logic [SlotWidth-1:0]               front   [0:NumBranches-1];
    logic [CountWidth-1:0]              length  [0:NumBranches-1];
    logic [FlitWidth-1:0]               shown   [0:NumLanes-1];
    logic [CountWidth-1:0]              count   [0:NumBranches-1];
    logic [CountWidth-1:0]              highest [0:NumBranches-1];
    logic [CountWidth-1:0]              longest [0:NumBranches-1];
    logic [noc_pkg::ViolationWidth-1:0] violation;
    logic [NumLanes-1:0]                concerned_in;
    logic [NumLanes-1:0]                concerned_out;
    logic [15:0]                        draw;
    logic [IndexWidth-1:0]              first;
    // Round robin with back pressure: by branch the first lane of its turn, and the lanes whose
    // packet it has already.
    logic [IndexWidth-1:0]              begins [0:NumBranches-1];
    logic [NumLanes-1:0]                has    [0:NumBranches-1];
    logic [2*EntryWidth+29:0]           configuration;
    // Of this edge.
    logic [2*EntryWidth+29:0]           pins;
    logic [CountWidth-1:0]              space [0:NumBranches-1];  // packets that count for it
    logic [FlitWidth-1:0]               flit;
    logic [FlitWidth-1:0]               later;
    logic [NumBranches-1:0]             ways;
    logic [NumBranches-1:0]             full;
    logic [NumLanes-1:0]                arrived;
    logic [NumLanes-1:0]                taken;
    logic [NumLanes-1:0]                stuck;
    logic [NumLanes-1:0]                wants [0:NumBranches-1];  // by branch: who still needs it
    logic [NumLanes-1:0]                gets;
    logic                               fair;
    logic [IndexWidth-1:0]              lane;
    logic                               backwards;
    logic [BranchWidth-1:0]             branch;
    logic                               holds;  // any packet
    logic                               whole;  // the message at the front is all here

    flit = '0;
    later = '0;
    ways = '0;
    full = '0;
    arrived = '0;
    taken = '0;
    stuck = '0;
    gets = '0;
    fair = 32'(policy_i) == noc_pkg::RoundRobin && backpressure_i && !store_forward_i;
    lane = '0;
    backwards = 1'b0;
    branch = '0;
    holds = moving;
    whole = 1'b0;
    pins = {leaf_base_i, leaf_span_i, level_i, limit_i, policy_i, scheduled_i, backpressure_i,
            store_forward_i};

    if (rst_ni) begin
      // What the pins show since the edge before.
      for (int unsigned k = 0; k < NumLanes; k++) begin
        if (out_lane_o[k*FlitWidth +: FlitWidth] != shown[k]) begin
          flit = out_lane_o[k*FlitWidth +: FlitWidth];
          a_in_its_turn: assert (shown[k] == '0)
            else $error("lane %0d must hold %h, there is %h", k, shown[k], flit);
          a_nothing_made: assert (shown[k] != '0)
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
        branch = BranchOf[k*BranchWidth +: BranchWidth];
        if (shown[k][FlitWidth-1] && (!backpressure_i || ready_i[k])) begin
          shown[k] = '0;
          count[branch] = count[branch] - 1'b1;
        end
      end
      for (int unsigned k = 0; k < NumBranches; k++) begin
        if (!backpressure_i) space[k] = count[k];
        if (count[k] > longest[k]) longest[k] = count[k];
        if (scheduled_i && count[k] != '0) violation[noc_pkg::Waited] = 1'b1;
      end
      if (violation != '0) begin
        for (int unsigned k = 0; k < NumLanes; k++) begin
          concerned_out[k] = count[BranchOf[k*BranchWidth +: BranchWidth]] != '0;
        end
      end

      // Arrivals, in the order of the policy; parts of messages in that of the links.
      for (int unsigned k = 0; k < NumLanes; k++) begin
        arrived[k] = in_lane[k*FlitWidth + FlitWidth - 1];
      end
      if (32'(policy_i) == noc_pkg::LocalFirst) lane = IndexWidth'(UpLinks);
      if (32'(policy_i) == noc_pkg::RoundRobin && !store_forward_i && !fair) lane = first;
      if (32'(policy_i) == noc_pkg::RandomOrder && !store_forward_i) begin
        lane = IndexWidth'((32'(draw) * NumLanes) / 65536);
        backwards = draw[0];
      end
      for (int unsigned turn = 0; arrived != '0 && !fair && turn < NumLanes; turn++) begin
        if (arrived[lane]) begin
          branch = BranchOf[32'(lane)*BranchWidth +: BranchWidth];
          flit = in_lane[32'(lane)*FlitWidth +: FlitWidth];
          ways = branches_for(branch, flit);
          full = '0;
          for (int unsigned k = 0; k < NumBranches; k++) begin
            if (ways[k] && space[k] >= limit_i) full[k] = 1'b1;
          end
          taken[lane] = full == '0;
          stuck[lane] = ways == '0;
          if (full == '0) begin
            for (int unsigned k = 0; k < NumBranches; k++) begin
              if (ways[k]) begin
                rest[{BranchWidth'(k), SlotWidth'(CountWidth'(front[k]) + length[k])}] = flit;
                length[k] = length[k] + 1'b1;
                count[k] = count[k] + 1'b1;
                space[k] = space[k] + 1'b1;
              end
            end
          end
        end
        if (backwards) lane = (lane == '0) ? IndexWidth'(NumLanes - 1) : lane - 1'b1;
        else lane = (32'(lane) == NumLanes - 1) ? '0 : lane + 1'b1;
      end
      if (arrived != '0 && fair) begin
        for (int unsigned k = 0; k < NumBranches; k++) wants[k] = '0;
        for (int unsigned l = 0; l < NumLanes; l++) begin
          if (arrived[l]) begin
            ways = branches_for(BranchOf[l*BranchWidth +: BranchWidth],
                                in_lane[l*FlitWidth +: FlitWidth]);
            stuck[l] = ways == '0;
            for (int unsigned k = 0; k < NumBranches; k++) wants[k][l] = ways[k] && !has[k][l];
          end
        end
        taken = arrived;
        for (int unsigned k = 0; k < NumBranches; k++) begin
          gets = '0;
          lane = begins[k];
          for (int unsigned turn = 0; wants[k] != '0 && turn < NumLanes; turn++) begin
            if (wants[k][lane] && space[k] < limit_i) begin
              gets[lane] = 1'b1;
              space[k] = space[k] + 1'b1;
              begins[k] = (32'(lane) == NumLanes - 1) ? '0 : lane + 1'b1;
            end
            lane = (32'(lane) == NumLanes - 1) ? '0 : lane + 1'b1;
          end
          for (int unsigned l = 0; gets != '0 && l < NumLanes; l++) begin
            if (gets[l]) begin
              rest[{BranchWidth'(k), SlotWidth'(CountWidth'(front[k]) + length[k])}] =
                  in_lane[l*FlitWidth +: FlitWidth];
              length[k] = length[k] + 1'b1;
              count[k] = count[k] + 1'b1;
            end
          end
          has[k] = has[k] | gets;
          taken = taken & ~(wants[k] & ~gets);
        end
        for (int unsigned k = 0; k < NumBranches; k++) has[k] = has[k] & ~taken;
      end
      a_ready: assert (ready_o == (backpressure_i ? ~arrived | taken : '1))
        else $error("of the inputs %b there is room for %b, ready is %b", arrived, taken, ready_o);
      if (arrived != '0) begin
        draw = drawn_after(draw);
        first = (32'(first) == NumLanes - 1) ? '0 : first + 1'b1;
        if (stuck != '0) violation[noc_pkg::NoRoute] = 1'b1;
        concerned_in = stuck;
        if (!backpressure_i && arrived != taken) begin
          violation[noc_pkg::Overflow] = 1'b1;
          concerned_in = concerned_in | (arrived & ~taken);
          for (int unsigned k = 0; k < NumLanes; k++) begin
            if (arrived[k] && !taken[k]) begin
              ways = branches_for(BranchOf[k*BranchWidth +: BranchWidth],
                                  in_lane[k*FlitWidth +: FlitWidth]);
              for (int unsigned l = 0; l < NumLanes; l++) begin
                branch = BranchOf[l*BranchWidth +: BranchWidth];
                if (ways[branch] && space[branch] >= limit_i) concerned_out[l] = 1'b1;
              end
            end
          end
        end
      end

      // The registers that are free take the next in turn.
      for (int unsigned k = 0; k < NumLanes; k++) begin
        branch = BranchOf[k*BranchWidth +: BranchWidth];
        if (length[branch] != '0 && !shown[k][FlitWidth-1]) begin
          flit = rest[{branch, front[branch]}];
          whole = !store_forward_i || noc_pkg::flit_tail(fields_of(flit));
          for (logic [CountWidth-1:0] i = 1; !whole && i < length[branch]; i++) begin
            later = rest[{branch, SlotWidth'(CountWidth'(front[branch]) + i)}];
            if (source_of(later) == source_of(flit)
                && noc_pkg::flit_tail(fields_of(later))
                && !noc_pkg::flit_head(fields_of(later))) begin
              whole = 1'b1;
            end
          end
          if (whole) begin
            shown[k] = flit;
            front[branch] = front[branch] + 1'b1;
            length[branch] = length[branch] - 1'b1;
          end
        end
      end
      for (int unsigned k = 0; k < NumBranches; k++) begin
        if (count[k] > highest[k]) highest[k] = count[k];
      end
    end else begin
      for (int unsigned k = 0; k < NumLanes; k++) shown[k] = '0;
      for (int unsigned k = 0; k < NumBranches; k++) begin
        front[k] = '0;
        length[k] = '0;
        begins[k] = '0;
        has[k] = '0;
        count[k] = '0;
        highest[k] = '0;
        longest[k] = '0;
      end
      violation = '0;
      concerned_in = '0;
      concerned_out = '0;
      draw = drawn_after(seed_i);
      first = '0;
      configuration = pins;
      a_stages_take_all: assert (Stages == 0 || !backpressure_i)
        else $error("there is no back pressure through stages");
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
  .Arity(Arity), .DownLinks(DownLinks), .UpLinks(UpLinks), .Depth(Depth),
  .PayloadWidth(PayloadWidth), .Stages(Stages), .AddressWidth(AddressWidth)
) i_sva (.*);

`default_nettype wire
