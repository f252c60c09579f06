"""The proof of a user's own router: the top that is proved, written around the router's wrapper.

One text for each clause, with free neighbours that keep the rules of the links (legal_o of
rtl/kit/router_rules.sv) and, where the clause speaks of less, do less. Every property stands in
router_rules or here, never in both.
"""
from dataclasses import dataclass

RESET = 2  # steps of reset, from any state of the registers
PORTS = 5
# Steps in which flits may come, before all that is inside must leave; and what a router may take
# longer than a flit a step.
OPEN_STEPS = 6
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


def depth_of(router, clause):
    """Steps of a clause's proof, from the end of the reset."""
    if clause == "lost":
        return OPEN_STEPS + SLACK + router.r + 4 * (1 + router.head_wait)
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
        text.append(f"  function automatic logic [7:0] {name}_of(input logic [{width - 1}:0] flit);\n"
                    f"    {name}_of = {value};\n  endfunction")
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
      m_one_credit: assume ($onehot0(out_credit[i*Lanes +: Lanes]));
    end
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
        "\n".join(f"  assign in_{n}[{8 * i} +: 8] = {here[k]}{n}_of(in_flit[{i * width} +: {width}]);\n"
                  f"  assign out_{n}[{8 * i} +: 8] = {here[k]}"
                  f"{steps[k][i] + ' + ' if relative and steps[k][i] != chr(39) + '0' else ''}"
                  f"{n}_of(out_flit[{i * width} +: {width}]);"
                  for k, n in enumerate("xy"))
        for i in range(PORTS))
    return bare(router, place) + f"""// Written by prove_router: clause {clause} of {router.name} at ({place[0]}, {place[1]}).
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
  assign left  = {'out_valid & out_ready' if router.ready else 'out_valid'} & {{(5*Lanes){{rst_n}}}};
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
        raise Unfit("n/a: the links have no credits")
    return ruled(router, "credits")


def room(router):
    blocked = "out_ready" if router.ready else "out_credit"
    return ruled(router, "room", f"    m_blocked: assume ({blocked} == '0);\n",
                 "" if router.ready else LEFT)


def whole(router):
    if router.flit.get("single"):
        raise Unfit("n/a: every packet is one flit")
    return ruled(router, "whole")


def keys(router, *names):
    """For each name a free constant, and where flits of it are on the wires: what a router must
    leave as it is of a flit, ends, destination and payload."""
    head, body = (router.flit["payload"][part] for part in ("head", "body"))
    bits = max(head[1], body[1])
    text = f"""
  localparam int unsigned K = 18 + {bits};
  function automatic logic [K-1:0] key_of(input logic [W-1:0] flit, input logic head,
                                          input logic tail, input logic [7:0] x,
                                          input logic [7:0] y);
    key_of = head ? {{1'b1, tail, x, y, {bits}'(flit[{head[0]} +: {head[1]}])}}
                  : {{1'b0, tail, 16'd0, {bits}'(flit[{body[0]} +: {body[1]}])}};
  endfunction
  logic [5*K-1:0] in_key, out_key;
  always_comb for (int unsigned i = 0; i < 5; i++) begin
    in_key[i*K +: K]  = key_of(in_flit[i*W +: W], in_head[i], in_tail[i], in_x[i*8 +: 8],
                               in_y[i*8 +: 8]);
    out_key[i*K +: K] = key_of(out_flit[i*W +: W], out_head[i], out_tail[i], out_x[i*8 +: 8],
                               out_y[i*8 +: 8]);
  end
"""
    for name in names:
        text += f"""
  (* anyconst *) logic [K-1:0] {name};
  logic [5*Lanes-1:0] {name}_in, {name}_out;  // where such a flit moves
  always_comb for (int unsigned i = 0; i < 5; i++) begin
    {name}_in[i*Lanes +: Lanes]  = taken[i*Lanes +: Lanes] & {{Lanes{{in_key[i*K +: K] == {name}}}}};
    {name}_out[i*Lanes +: Lanes] = left[i*Lanes +: Lanes] & {{Lanes{{out_key[i*K +: K] == {name}}}}};
  end
"""
    return text


def made(router):
    return keys(router, "watched") + """
  logic [7:0] ins_q = 8'd0;
  logic [7:0] outs_q = 8'd0;
  logic [7:0] ins, outs;
  always_comb begin
    ins  = ins_q;
    outs = outs_q;
    for (int unsigned n = 0; n < 5*Lanes; n++) begin
      ins  = ins + 8'(watched_in[n]);
      outs = outs + 8'(watched_out[n]);
    end
    a_made: assert (!rst_n || outs <= ins);
    c_premise: cover (outs == 8'd1 && since_q >= 8'(R));
  end
  always_ff @(posedge clk_i) begin
    ins_q  <= ins;
    outs_q <= outs;
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
    return open_lanes() + prompt(router, f"age_q >= 8'd{RESET + OPEN_STEPS}") + f"""
  // Flits inside; those at the start of a time in which nothing comes and nothing is blocked.
  logic [7:0] inside_q = 8'd0;
  logic [7:0] start_q = 8'd0;
  logic [7:0] calm_q = 8'd0;
  logic [7:0] inside;
  always_comb begin
    inside = inside_q;
    for (int unsigned n = 0; n < 5*Lanes; n++) inside = inside + 8'(taken[n]) - 8'(left[n]);
    m_no_more: assume (age_q < 8'd{RESET + OPEN_STEPS} || (in_valid & ~open_q & ~held_q) == '0);
    a_lost: assert (inside == 8'd0 || calm_q < start_q * 8'd{1 + router.head_wait} + 8'd{router.r + SLACK});
    c_premise: cover (start_q >= 8'd2 && inside == 8'd0
                      && calm_q == start_q * 8'd{1 + router.head_wait} + 8'd{router.r + SLACK});
  end
  always_ff @(posedge clk_i) begin
    inside_q <= inside;
    if (age_q < 8'd{RESET + OPEN_STEPS} || in_valid != '0 || open_q != '0) begin
      calm_q  <= 8'd0;
      start_q <= inside;
    end else calm_q <= calm_q + 8'd1;
  end
"""


def order(router):
    return keys(router, "first", "second") + """
  (* anyconst *) logic [5*Lanes-1:0] lane, out_lane;  // one of each
  logic first_in_q = 1'b0;
  logic first_left_q = 1'b0;
  logic second_in_q = 1'b0;
  logic overtaken_q = 1'b0;
  always_comb begin
    m_lanes: assume ($onehot(lane) && $onehot(out_lane) && first != second);
    // Each comes once, by that lane, the first before the second.
    m_once: assume ((first_in & ~lane) == '0 && (second_in & ~lane) == '0
                    && (first_in == '0 || !first_in_q) && (second_in == '0 || !second_in_q));
    m_in_order: assume (second_in == '0 || first_in_q);
    a_order: assert (!((first_out & out_lane) != '0 && overtaken_q && !first_left_q));
    c_premise: cover (first_left_q && (second_out & out_lane) != '0 && since_q >= 8'(R));
  end
  always_ff @(posedge clk_i) begin
    if (first_in != '0) first_in_q <= 1'b1;
    if (second_in != '0) second_in_q <= 1'b1;
    if ((first_out & out_lane) != '0) first_left_q <= 1'b1;
    if ((second_out & out_lane) != '0 && first_in_q && !first_left_q
        && (first_out & out_lane) == '0) overtaken_q <= 1'b1;
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
