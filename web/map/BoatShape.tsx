import { HULL } from './vesselShapes.ts'

/** A boat in an SVG picture, about its origin: along her course, or a disc without a course. */
export const BoatShape = ({
  courseDeg,
  fill,
  edge,
}: {
  courseDeg: number | null
  fill: string
  edge: string
}) =>
  courseDeg === null ? (
    <circle r="6" fill={fill} stroke={edge} strokeWidth="1.5" />
  ) : (
    <path d={HULL} fill={fill} stroke={edge} strokeWidth="1.5" transform={`rotate(${courseDeg})`} />
  )
