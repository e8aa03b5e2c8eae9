import { encode } from 'uqr'

/** Quiet zone around a code in modules, as ISO/IEC 18004 requires. */
const QUIET = 4

/** Dark on white in every theme: not every camera reads inverted codes. */
export function QrModules({ text, label, size }: { text: string; label: string; size: number }) {
  const { data, size: modules } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${modules} ${modules}`}>
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
