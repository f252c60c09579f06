rtl/noc_pkg.sv
rtl/pe/bufferless_router.sv
rtl/pe/multiport_router.sv
rtl/pe/tree_network.sv
