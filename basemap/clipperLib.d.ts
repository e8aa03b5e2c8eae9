declare module 'clipper-lib' {
  type Point = { X: number; Y: number }
  type Node = { Contour(): Point[]; Childs(): Node[] }
  /** Types for the used parts of the package, which ships without types. */
  const clipperLib: {
    Clipper: new () => {
      AddPaths(paths: Point[][], type: number, closed: boolean): boolean
      Execute(operation: number, solution: Node, subjectFill: number, clipFill: number): boolean
    }
    ClipType: { ctUnion: number }
    PolyType: { ptSubject: number }
    PolyFillType: { pftPositive: number }
    PolyTree: new () => Node
  }
  export = clipperLib
}
