(module
  ;; Wraps around at 32 bits, as WebAssembly does.
  (func (export "add") (param $a i32) (param $b i32) (result i32)
    (i32.add (local.get $a) (local.get $b)))

  (func (export "add-all") (param $a f64) (param $b f64) (param $c f64) (result f64)
    (f64.add (local.get $a) (f64.add (local.get $b) (local.get $c)))))
