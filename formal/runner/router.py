"""The proof of a user's own router: the top that is proved, written around the router's wrapper.

One text for each clause, with free neighbours that keep the rules of the links (legal_o of
rtl/kit/router_rules.sv) and, where the clause speaks of less, do less. Every property stands in
router_rules or here, never in both.
"""
from dataclasses import dataclass

RESET = 2  # steps of reset, from any state of the registers
PORTS = 5
# Of `lost`: steps in which flits may come, how many, and what a router may take longer to let them
# go than one a step.
OPEN_STEPS = 6
FEW_FLITS = 4
SLACK = 8
LONE_FLITS = 3  # of a lone packet
RULES = {"quiet": 0, "way": 4, "whole": 6, "hold": 7, "credits": 8, "room": 9}


class Unfit(Exception):
    """A router, or a clause of it, of which nothing can be proved here; the text says why."""


@dataclass(frozen=True)
class Router:
    """A description as the command hands it over: JSON, with defaults filled in."""
    data: dict

    def __getattr__(self, name):
        return self.data[name]

    @property
    def ready(self):
        return self.link == "ready"

    @property
    def width(self):
        return self.flit["width"]

    @property
    def r(self):
        return self.latency["router"]

    @property
    def head_wait(self):
        return self.latency.get("head_wait", 0)

    @property
    def last(self):
        """The highest places of the mesh."""
        return [side - 1 for side in self.sides]

    @property
    def wait(self):
        """Packets that a head lets pass at most: what is declared, or one of every other lane."""
        return self.data.get("wait") or (PORTS - 1) * self.lanes + 1

    def bits(self, name, of="flit"):
        """The bits of a field in a flit of that name."""
        low, width = self.flit[name]
        return f"{of}[{low} +: {width}]"


def drained(router):
    """Steps in which FEW_FLITS must have left once nothing is blocked."""
    return FEW_FLITS * (1 + router.head_wait) + router.r + SLACK


def depth_of(router, clause):
    """Steps of a clause's proof, from the end of the reset."""
    if clause == "lost":
        return OPEN_STEPS + drained(router) + 4
    if clause == "fair":
        return 12 + 2 * router.r + router.wait
    return 12 + 2 * router.r


def fields(router):
    """Functions that cut a flit: head, tail, and a destination's place along x and y."""
    width, flit = router.width, router.flit
    if flit.get("single"):
        head = tail = "1'b1"
    elif "type" in flit:
        kind = flit["type"]
        bits = f"flit[{kind['bits'][0]} +: {kind['bits'][1]}]"
        head, tail = (f"({bits} == {kind['bits'][1]}'d{kind[code]}"
                      f" || {bits} == {kind['bits'][1]}'d{kind['single']})"
                      for code in ("head", "tail"))
    else:
        head, tail = router.bits("head"), router.bits("tail")
    text = [f"  function automatic logic {name}_of(input logic [{width - 1}:0] flit);\n"
            f"    {name}_of = {value};\n  endfunction"
            for name, value in (("head", head), ("tail", tail))]
    for name in "xy":
        low, bits = flit[name]
        value = f"flit[{low} +: {bits}]"
        if bits < 8:
            above = f"{{{8 - bits}{{flit[{low + bits - 1}]}}}}" if flit.get("relative") \
                else f"{8 - bits}'d0"
            value = f"{{{above}, {value}}}"
        elif bits > 8:
            value = f"flit[{low} +: 8]"  # what lies above is 0 of legal flits
        text.append(f"  function automatic logic [7:0] {name}_of(input logic [{width - 1}:0] flit);"
                    f"\n    {name}_of = {value};\n  endfunction")
    return "\n".join(text)


def codes(router):
    """What a flit on an input must be beside legal: conditions on `flit`."""
    flit, conditions = router.flit, []
    if "type" in flit:
        kind = flit["type"]
        low, bits = kind["bits"]
        conditions.append("(" + " || ".join(f"flit[{low} +: {bits}] == {bits}'d{kind[code]}"
                                            for code in ("head", "body", "tail", "single")) + ")")
    for name in "xy":
        low, bits = flit[name]
        if bits > 8 and not flit.get("relative"):
            conditions.append(f"(!head_of(flit) || flit[{low + 8} +: {bits - 8}] == '0)")
    for extra in flit.get("extra", []):
        low, bits = extra["bits"]
        free = flit["payload"]["body"]
        taken = low < free[0] + free[1] and free[0] < low + bits
        where = "!head_of(flit) || " if taken else ""
        conditions.append(f"({where}flit[{low} +: {bits}] == {bits}'d{extra['value']})")
    return " && ".join(conditions) or "1'b1"


def lengths(router):
    """The rule of a field that says how long a packet is, as text."""
    if "length" not in router.flit:
        return ""
    low, bits = router.flit["length"]["bits"]
    more = 1 if router.flit["length"]["counts"] == "body" else 0
    return f"""
  // A head says how many flits its packet has.
  logic [5*Lanes*16-1:0] rest_q;
  logic [5*16-1:0]       whole;
  logic                  is_as_long;
  always_comb begin
    is_as_long = 1'b1;
    for (int unsigned i = 0; i < 5; i++) begin
      whole[i*16 +: 16] = 16'(in_flit[i*W + {low} +: {bits}]) + 16'd{more};
      for (int unsigned n = i*Lanes; n < (i+1)*Lanes; n++) begin
        if (in_valid[n] && ((in_head[i] ? whole[i*16 +: 16] : rest_q[n*16 +: 16]) == 16'd1)
            != in_tail[i]) is_as_long = 1'b0;
        if (in_valid[n] && in_head[i] && whole[i*16 +: 16] == 16'd0) is_as_long = 1'b0;
      end
    end
    m_length: assume (!rst_n || is_as_long);
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 5; i++) begin
      for (int unsigned n = i*Lanes; n < (i+1)*Lanes; n++) begin
        if (taken[n]) rest_q[n*16 +: 16] <= (in_head[i] ? whole[i*16 +: 16]
                                             : rest_q[n*16 +: 16]) - 16'd1;
      end
    end
  end
"""


def pins(router):
    """The credit pins of the wrapper by their encoding: assignments, and what neighbours may do."""
    if router.ready:
        return "  assign in_credit = '0;\n  assign pin_out_credit = '0;\n"
    encoding = router.data.get("credit_encoding", "one-hot")
    if encoding == "one" or (encoding == "one-hot"):
        return "  assign in_credit = pin_in_credit;\n  assign pin_out_credit = out_credit;\n"
    return """  // Wire 0: there is a credit; the wires above: the number of its lane.
  logic [4:0] is_one;
  always_comb begin
    in_credit      = '0;
    pin_out_credit = '0;
    for (int unsigned i = 0; i < 5; i++) begin
      for (int unsigned v = 0; v < Lanes; v++) begin
        if (pin_in_credit[i*Lanes] && 32'(pin_in_credit[i*Lanes+1 +: Lanes-1]) == v) begin
          in_credit[i*Lanes + v] = 1'b1;
        end
        if (out_credit[i*Lanes + v]) begin
          pin_out_credit[i*Lanes] = 1'b1;
          pin_out_credit[i*Lanes+1 +: Lanes-1] = (Lanes-1)'(v);
        end
      end
      is_one[i] = $onehot0(out_credit[i*Lanes +: Lanes]);
    end
    m_one_credit: assume (is_one == '1);
  end
"""


def instance(router, place):
    """The router at a place of the mesh, its pins named as the contract names them."""
    at_pins = router.data.get("coordinates", "parameters") == "inputs"
    settings = list(router.data.get("parameters", []))
    if not at_pins:
        settings += [f"X={place[0]}", f"Y={place[1]}"]
    parameters = ", ".join(".{}({})".format(*setting.split("=", 1)) for setting in settings)
    here = f" .x_i(8'd{place[0]}), .y_i(8'd{place[1]})," if at_pins else ""
    return f"{router.top} {'#(' + parameters + ') ' if parameters else ''}dut (\n" \
        f"    .clk_i(clk_i), .rst_ni(rst_ni),{here}\n" + ",\n".join(
            f"    .{name}_flit_{io}({name}_flit_{io}), .{name}_valid_{io}({name}_valid_{io}), "
            f".{name}_ready_{oi}({name}_ready_{oi}), .{name}_credit_{oi}({name}_credit_{oi})"
            for name, io, oi in (("in", "i", "o"), ("out", "o", "i"))) + ");"


def bare(router, place):
    """The text of module router_pins: the wrapper, its parameters set."""
    def port(direction, names, bits):
        return ",\n".join(f"  {direction} logic [5*{bits}-1:0] {name}" for name in names)
    return f"""`default_nettype none
module router_pins (
  input logic clk_i,
  input logic rst_ni,
{port("input", ["in_flit_i"], router.width)},
{port("input", ["in_valid_i", "out_ready_i", "out_credit_i"], router.lanes)},
{port("output", ["out_flit_o"], router.width)},
{port("output", ["out_valid_o", "in_ready_o", "in_credit_o"], router.lanes)}
);
  {instance(router, place)}
endmodule
`default_nettype wire
"""


def harness(router, clause, place):
    """The text of module router_proof, which proves a clause of a router at a place of the mesh."""
    width = router.width
    relative = router.flit.get("relative", False)
    here = [f"8'd{place[0]} + " if relative else "", f"8'd{place[1]} + " if relative else ""]
    # What is left of relative hops on an output counts from the neighbour.
    steps = ["'0", "8'd1", "8'hff", "'0", "'0"], ["'0", "'0", "'0", "8'd1", "8'hff"]
    cut = "\n".join(
        f"  assign in_head[{i}] = head_of(in_flit[{i * width} +: {width}]);\n"
        f"  assign in_tail[{i}] = tail_of(in_flit[{i * width} +: {width}]);\n"
        f"  assign out_head[{i}] = head_of(out_flit[{i * width} +: {width}]);\n"
        f"  assign out_tail[{i}] = tail_of(out_flit[{i * width} +: {width}]);\n" +
        "\n".join(f"  assign in_{n}[{8 * i} +: 8] = {here[k]}"
                  f"{n}_of(in_flit[{i * width} +: {width}]);\n"
                  f"  assign out_{n}[{8 * i} +: 8] = {here[k]}"
                  f"{steps[k][i] + ' + ' if relative and steps[k][i] != chr(39) + '0' else ''}"
                  f"{n}_of(out_flit[{i * width} +: {width}]);"
                  for k, n in enumerate("xy"))
        for i in range(PORTS))
    return bare(router, place) + f"""// Written by prove_router: clause {clause} at {tuple(place)}.
`default_nettype none

module router_proof (
  input logic                clk_i,
  // What neighbours drive, free where nothing is assumed of it.
  input logic [5*{width}-1:0] in_flit,
  input logic [5*{router.lanes}-1:0] in_valid,
  input logic [5*{router.lanes}-1:0] out_ready,
  input logic [5*{router.lanes}-1:0] out_credit
);
  localparam int unsigned W     = {width};
  localparam int unsigned Lanes = {router.lanes};
  localparam int unsigned R     = {router.r};

{fields(router)}
  function automatic logic is_coded(input logic [{width - 1}:0] flit);
    is_coded = {codes(router)};
  endfunction

  // Steps since the start, the first of which are the reset.
  logic [7:0] age_q = 8'd0;
  logic       rst_n;
  assign rst_n = age_q >= 8'd{RESET};
  always_ff @(posedge clk_i) if (age_q != 8'hff) age_q <= age_q + 8'd1;

  logic [5*W-1:0]     out_flit;
  logic [5*Lanes-1:0] out_valid, in_ready, in_credit;
  logic [5*Lanes-1:0] pin_in_credit, pin_out_credit, pin_in_ready;
{pins(router)}  assign in_ready = {'pin_in_ready' if router.ready else "'1"};
  router_pins dut (
    .clk_i(clk_i), .rst_ni(rst_n), .in_flit_i(in_flit), .out_flit_o(out_flit),
    .in_valid_i(in_valid), .out_valid_o(out_valid), .in_ready_o(pin_in_ready),
    .out_ready_i(out_ready), .in_credit_o(pin_in_credit), .out_credit_i(pin_out_credit));

  logic [4:0]  in_head, in_tail, out_head, out_tail;
  logic [39:0] in_x, in_y, out_x, out_y;
{cut}

  logic [15:0] breach, premise;
  logic [63:0] port;
  logic        legal;
  router_rules #(.Lanes(Lanes), .Queue({router.queue}), .Link({1 if router.ready else 2}), \
.FlitWidth(W), .Yx({int(router.data.get("routing") == "yx")}),
                 .Beyond({router.data.get("beyond", max(router.r - 1, 0))})) rules (
    .clk_i(clk_i), .rst_ni(rst_n), .x_i(8'd{place[0]}), .y_i(8'd{place[1]}),
    .last_x_i(8'd{router.last[0]}), .last_y_i(8'd{router.last[1]}),
    .in_flit_i(in_flit), .in_valid_i(in_valid), .in_ready_i(in_ready), .in_credit_i(in_credit),
    .in_head_i(in_head), .in_tail_i(in_tail), .in_x_i(in_x), .in_y_i(in_y),
    .out_flit_i(out_flit), .out_valid_i(out_valid), .out_ready_i(out_ready),
    .out_credit_i(out_credit), .out_head_i(out_head), .out_tail_i(out_tail), .out_x_i(out_x),
    .out_y_i(out_y), .breach_o(breach), .premise_o(premise), .port_o(port), .legal_o(legal));

  logic [5*Lanes-1:0] taken, left;  // flits that move
  logic               coded;
  assign taken = {'in_valid & in_ready' if router.ready else 'in_valid'} & {{(5*Lanes){{rst_n}}}};
  assign left  = {'out_valid & out_ready' if router.ready else 'out_valid'}
                 & {{(5*Lanes){{rst_n}}}};
  always_comb begin
    coded = 1'b1;
    for (int unsigned i = 0; i < 5; i++) begin
      if (in_valid[i*Lanes +: Lanes] != '0 && !is_coded(in_flit[i*W +: W])) coded = 1'b0;
    end
    m_legal: assume (legal);
    m_coded: assume (coded);
  end
{lengths(router)}
  // A flit has left, r steps or more after the first came.
  logic [7:0] since_q = 8'd0;
  always_ff @(posedge clk_i) begin
    if ((since_q != 8'd0 || taken != '0) && since_q != 8'hff) since_q <= since_q + 8'd1;
  end
{CLAUSES[clause](router)}
endmodule

`default_nettype wire
"""


LEFT = "    c_left: cover (left != '0 && since_q >= 8'(R));\n"


def ruled(router, clause, assumed="", covers=LEFT):
    """A clause of router_rules."""
    number = RULES[clause]
    return f"""  always_comb begin
{assumed}    a_{clause}: assert (!breach[{number}]);
    c_premise: cover (premise[{number}]);
{covers}  end
"""


def quiet(router):
    return ruled(router, "quiet", "    m_silent: assume (in_valid == '0);\n", "")


def credits(router):
    if router.ready:
        raise Unfit("the links have no credits")
    return ruled(router, "credits")


def room(router):
    blocked = "out_ready" if router.ready else "out_credit"
    return "  (* anyconst *) logic [5*Lanes-1:0] lane;  // the only one that sends\n" + ruled(
        router, "room", f"    m_blocked: assume ({blocked} == '0);\n"
        "    m_lane: assume ($onehot(lane) && (in_valid & ~lane) == '0);\n",
        "" if router.ready else LEFT)


def whole(router):
    if router.flit.get("single"):
        raise Unfit("every packet is one flit")
    return ruled(router, "whole")


def marks(router):
    """Where flits move of which the lowest bits of the payload are 1 (first) or 2 (second); those
    of all others are 0. What is marked stands for any flit, and a proof needs no comparisons."""
    head, body = (router.flit["payload"][part][0] for part in ("head", "body"))
    return f"""
  logic [5*Lanes-1:0] first_in, second_in, first_out, second_out;
  logic [5*2-1:0]     in_mark, out_mark;
  logic [4:0]         is_both;
  always_comb begin
    for (int unsigned i = 0; i < 5; i++) begin
      in_mark[i*2 +: 2]  = in_head[i] ? in_flit[i*W + {head} +: 2] : in_flit[i*W + {body} +: 2];
      out_mark[i*2 +: 2] = out_head[i] ? out_flit[i*W + {head} +: 2] : out_flit[i*W + {body} +: 2];
      for (int unsigned n = i*Lanes; n < (i+1)*Lanes; n++) begin
        first_in[n]   = taken[n] && in_mark[i*2];
        second_in[n]  = taken[n] && in_mark[i*2+1];
        first_out[n]  = left[n] && out_mark[i*2];
        second_out[n] = left[n] && out_mark[i*2+1];
      end
      is_both[i] = in_mark[i*2 +: 2] == 2'd3;
    end
    m_marks: assume (is_both == '0);
  end
"""


def made(router):
    head, body = (router.flit["payload"][part] for part in ("head", "body"))
    # Head, tail, and the bits of x and y, bit by bit: one question of all takes abc far longer.
    bits = [17, 16, *range(8, 8 + min(8, router.flit["x"][1])),
            *range(min(8, router.flit["y"][1]))]
    kept = "\n".join(f"    a_kept_{bit}: assert (first_out == '0 || !is_in_q"
                     f" || out_key[{bit}] == key_q[{bit}]);" for bit in bits)
    return marks(router) + f"""
  // All of the payload is the mark, so that abc finds what is one register by any other name.
  function automatic logic is_intact(input logic [W-1:0] flit, input logic head, input logic mark);
    is_intact = head ? flit[{head[0] + 2} +: {head[1] - 2}] == {{{head[1] - 2}{{mark}}}}
                     : flit[{body[0] + 2} +: {body[1] - 2}] == {{{body[1] - 2}{{mark}}}};
  endfunction
  // Its ends and its destination are any.
  logic        is_in_q = 1'b0;
  logic        is_out_q = 1'b0;
  logic [17:0] key_q = '0;
  logic [17:0] in_key, out_key;
  logic [4:0]  is_sent, is_whole;
  always_comb begin
    in_key  = '0;
    out_key = '0;
    for (int unsigned i = 0; i < 5; i++) begin
      is_sent[i]  = in_valid[i*Lanes +: Lanes] == '0
                    || is_intact(in_flit[i*W +: W], in_head[i], in_mark[i*2]);
      is_whole[i] = left[i*Lanes +: Lanes] == '0
                    || is_intact(out_flit[i*W +: W], out_head[i], out_mark[i*2]);
      if (first_in[i*Lanes +: Lanes] != '0) begin
        in_key = in_key | {{in_head[i], in_tail[i], {{16{{in_head[i]}}}}
                           & {{in_x[i*8 +: 8], in_y[i*8 +: 8]}}}};
      end
      if (first_out[i*Lanes +: Lanes] != '0) begin
        out_key = out_key | {{out_head[i], out_tail[i], {{16{{out_head[i]}}}}
                             & {{out_x[i*8 +: 8], out_y[i*8 +: 8]}}}};
      end
    end
    m_one_mark: assume (second_in == '0);
    m_once: assume (first_in == '0 || (!is_in_q && $onehot(first_in)));
    m_payload: assume (is_sent == '1);
    a_went_in: assert (first_out == '0 || is_in_q || first_in != '0);
    a_once: assert (first_out == '0 || (!is_out_q && $onehot(first_out)));
    a_payload: assert (is_whole == '1 && second_out == '0);
{kept}
    c_premise: cover (first_out != '0 && since_q >= 8'(R));
  end
  always_ff @(posedge clk_i) begin
    if (first_in != '0) begin
      is_in_q <= 1'b1;
      key_q   <= in_key;
    end
    if (first_out != '0) is_out_q <= 1'b1;
  end
"""


def open_lanes():
    """Lanes of inputs between a head and its tail, as text."""
    return """
  logic [5*Lanes-1:0] open_q = '0;
  logic [5*Lanes-1:0] held_q = '0;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 5; i++) begin
      for (int unsigned n = i*Lanes; n < (i+1)*Lanes; n++) if (taken[n]) open_q[n] <= !in_tail[i];
    end
    held_q <= in_valid & ~taken;
  end
"""


def prompt(router, when="1'b1"):
    """Neighbours that take all flits at once and return their credits a step later."""
    if router.ready:
        return f"""
  always_comb begin
    m_open: assume (!({when}) || out_ready == '1);
  end
"""
    one = router.data.get("credit_encoding") == "index"
    return f"""
  logic [5*Lanes*8-1:0] used_q = '0;
  logic [5*Lanes-1:0]   due;
  logic [4:0]           is_prompt;
  always_comb begin
    for (int unsigned n = 0; n < 5*Lanes; n++) due[n] = used_q[n*8 +: 8] != 8'd0;
    for (int unsigned i = 0; i < 5; i++) begin
      is_prompt[i] = {"(out_credit[i*Lanes +: Lanes] != '0) == (due[i*Lanes +: Lanes] != '0)" if one
                      else "out_credit[i*Lanes +: Lanes] == due[i*Lanes +: Lanes]"};
    end
    m_open: assume (!({when}) || is_prompt == '1);
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned n = 0; n < 5*Lanes; n++) begin
      used_q[n*8 +: 8] <= used_q[n*8 +: 8] + 8'(left[n]) - 8'(out_credit[n] && rst_n);
    end
  end
"""


def lost(router):
    end = f"8'd{RESET + OPEN_STEPS}"
    bound = drained(router)
    return marks(router) + open_lanes() + prompt(router, f"age_q >= {end}") + f"""
  // At most {FEW_FLITS} flits come, of which one has a mark, and in the end nothing is blocked.
  logic [7:0] calm_q = 8'd0;
  logic [3:0] num_q = 4'd0;
  logic [3:0] num;
  logic       is_in_q = 1'b0;
  logic       is_out_q = 1'b0;
  always_comb begin
    num = num_q;
    for (int unsigned n = 0; n < 5*Lanes; n++) num = num + 4'(taken[n]);
    m_few: assume (num <= 4'd{FEW_FLITS});
    m_one_mark: assume (second_in == '0);
    m_once: assume (first_in == '0 || (!is_in_q && $onehot(first_in)));
    m_no_more: assume (age_q < {end} || (in_valid & ~open_q & ~held_q) == '0);
    a_lost: assert (!is_in_q || is_out_q || first_out != '0 || calm_q < 8'd{bound});
    c_premise: cover (is_out_q && num_q == 4'd{FEW_FLITS} && calm_q == 8'd{bound});
  end
  always_ff @(posedge clk_i) begin
    num_q <= num;
    if (first_in != '0) is_in_q <= 1'b1;
    if (first_out != '0) is_out_q <= 1'b1;
    calm_q <= (age_q < {end} || in_valid != '0 || open_q != '0) ? 8'd0 : calm_q + 8'd1;
  end
"""


def order(router):
    return marks(router) + """
  (* anyconst *) logic [5*Lanes-1:0] lane, out_lane;  // one of each
  logic first_in_q = 1'b0;
  logic first_left_q = 1'b0;
  logic second_in_q = 1'b0;
  logic second_left_q = 1'b0;
  always_comb begin
    m_lanes: assume ($onehot(lane) && $onehot(out_lane));
    // Each comes once, by that lane, the first before the second.
    m_first: assume (first_in == '0 || (first_in == lane && !first_in_q));
    m_second: assume (second_in == '0 || (second_in == lane && !second_in_q && first_in_q));
    a_order: assert ((first_out & out_lane) == '0 || !second_left_q || first_left_q);
    c_premise: cover (first_left_q && (second_out & out_lane) != '0 && since_q >= 8'(R));
  end
  always_ff @(posedge clk_i) begin
    if (first_in != '0) first_in_q <= 1'b1;
    if (second_in != '0) second_in_q <= 1'b1;
    if ((first_out & out_lane) != '0) first_left_q <= 1'b1;
    if ((second_out & out_lane) != '0) second_left_q <= 1'b1;
  end
"""


def latency(router):
    flits = 1 if router.flit.get("single") else min(LONE_FLITS, router.queue)
    pause = 2 * router.r + 8
    return open_lanes() + prompt(router) + f"""
  // One lane has a packet of at most {flits} flits, one a step, and then none for long.
  (* anyconst *) logic [5*Lanes-1:0] lane;
  logic [7:0]   pause_q = 8'd{pause};
  logic [7:0]   length_q = 8'd0;
  logic [R-1:0] came_q = '0;
  logic [R-1:0] heads_q = '0;
  logic [4:0]   port_in, port_taken, port_left;
  logic [R:0]   came, heads;  // a flit, and a head, was taken so many steps ago
  assign came  = {{came_q, taken != '0}};
  assign heads = {{heads_q, (in_head & port_taken) != '0}};
  always_comb begin
    for (int unsigned i = 0; i < 5; i++) begin
      port_in[i]    = in_valid[i*Lanes +: Lanes] != '0;
      port_taken[i] = taken[i*Lanes +: Lanes] != '0;
      port_left[i]  = left[i*Lanes +: Lanes] != '0;
    end
    m_lane: assume ($onehot(lane) && (in_valid & ~lane) == '0);
    m_flits: assume (in_valid == '0 || length_q < 8'd{flits - 1} || (in_tail & port_in) != '0);
    m_body: assume (open_q == '0 || in_valid != '0);
    m_pause: assume (in_valid == '0 || open_q != '0 || held_q != '0 || pause_q >= 8'd{pause});
    a_head: assert (!rst_n || heads[R] == ((out_head & port_left) != '0));
    a_flits: assert (!rst_n || came[R] == (left != '0));
    c_premise: cover (came[R]{' && !heads[R]' if flits > 1 else ''} && left != '0);
  end
  always_ff @(posedge clk_i) begin
    came_q  <= came[R-1:0];
    heads_q <= heads[R-1:0];
    if (in_valid != '0) pause_q <= 8'd0;
    else if (pause_q != 8'hff) pause_q <= pause_q + 8'd1;
    if (taken != '0) length_q <= ((in_tail & port_taken) != '0) ? 8'd0 : length_q + 8'd1;
  end
"""


def fair(router):
    mark = router.flit["payload"]["head"][0]
    return prompt(router) + f"""
  // One lane sends one packet, which has a mark; all others are rivals for the same output. All
  // packets are of one flit.
  (* anyconst *) logic [5*Lanes-1:0] lane;
  (* anyconst *) logic [7:0] to_x, to_y;
  logic [7:0] passed_q = 8'd0;
  logic [7:0] waits_q = 8'd0;
  logic       is_in_q = 1'b0;
  logic       is_out_q = 1'b0;
  logic [4:0] port_in, port_left, watched, in_marked, out_marked, elsewhere;
  always_comb begin
    for (int unsigned i = 0; i < 5; i++) begin
      port_in[i]    = in_valid[i*Lanes +: Lanes] != '0;
      port_left[i]  = left[i*Lanes +: Lanes] != '0;
      watched[i]    = (in_valid[i*Lanes +: Lanes] & lane[i*Lanes +: Lanes]) != '0;
      in_marked[i]  = in_flit[i*W + {mark}];
      out_marked[i] = out_flit[i*W + {mark}];
      elsewhere[i]  = in_x[i*8 +: 8] != to_x || in_y[i*8 +: 8] != to_y;
    end
    m_lane: assume ($onehot(lane));
    m_flits: assume ((port_in & ~(in_head & in_tail)) == '0);
    m_goal: assume ((port_in & elsewhere) == '0);
    m_marks: assume ((port_in & (in_marked ^ watched)) == '0);
    m_once: assume (!is_in_q || (in_valid & lane) == '0);
    a_fair: assert (passed_q <= 8'd{router.wait});
    c_premise: cover (is_out_q && passed_q == 8'd1);
  end
  always_ff @(posedge clk_i) begin
    if ((taken & lane) != '0) is_in_q <= 1'b1;
    if (is_in_q && waits_q != 8'hff) waits_q <= waits_q + 8'd1;
    if ((out_marked & port_left) != '0) is_out_q <= 1'b1;
    // Those that leave before it could are none that pass it.
    else if (is_in_q && !is_out_q && waits_q >= 8'(R - 1) && port_left != '0) begin
      passed_q <= passed_q + 8'd1;
    end
  end
"""


CLAUSES = {"quiet": quiet, "made": made, "lost": lost, "way": lambda router: ruled(router, "way"),
           "order": order, "whole": whole, "hold": lambda router: ruled(router, "hold"),
           "credits": credits, "room": room, "latency": latency, "fair": fair}
