;; Numbers in, a number out: all that a guest and a WebAssembly module can pass each other.
(module
  ;; The declared maximum must be within "memoryPagesMax" of package.json: 16 pages of 64 KiB.
  (memory (export "memory") 1 16)
  (global $calls (mut i32) (i32.const 0))

  ;; Wraps around at 32 bits, as WebAssembly does.
  (func (export "add") (param $a i32) (param $b i32) (result i32)
    (i32.add (local.get $a) (local.get $b)))

  (func (export "hypot") (param $a f64) (param $b f64) (result f64)
    (f64.sqrt
      (f64.add
        (f64.mul (local.get $a) (local.get $a))
        (f64.mul (local.get $b) (local.get $b)))))

  ;; Pages the memory had before, or -1 when there is no room for so many more.
  (func (export "grow") (param $pages i32) (result i32)
    (memory.grow (local.get $pages)))

  ;; Counts itself. Each call has an instance of its own, so a guest only ever sees 0.
  (func (export "calls-before") (result i32)
    (global.get $calls)
    (global.set $calls (i32.add (global.get $calls) (i32.const 1))))

  ;; Never ends: the host ends it after "callTimeoutMs".
  (func (export "spin")
    (loop $again (br $again)))

  ;; Rejects with the engine's reason.
  (func (export "trap")
    (unreachable))

  ;; Its values would be bigints. A pack that lists it is refused: wasm-export.
  (func (export "wide") (param $a i64) (result i64)
    (i64.add (local.get $a) (i64.const 1))))
