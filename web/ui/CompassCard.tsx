import classes from './SignedOutFrame.module.css'

const OUTER = 240
const degrees = Array.from({ length: 180 }, (_, index) => index * 2)

/** Compass card in hairlines: a mark every two degrees, a number every ten, and north. */
export function CompassCard() {
  return (
    <div className={classes.card} aria-hidden="true">
      <svg viewBox="-282 -282 564 564" aria-hidden="true">
        <circle className={classes.ring} r={OUTER + 24} />
        <circle className={classes.ring} r={OUTER} />
        <circle className={classes.ring} r={150} />
        {degrees.map((deg) => (
          <line
            key={deg}
            className={deg % 90 === 0 ? classes.cardinal : classes.tick}
            y1={-OUTER}
            y2={-OUTER + (deg % 30 === 0 ? 14 : deg % 10 === 0 ? 10 : 5)}
            transform={`rotate(${deg})`}
          />
        ))}
        {degrees
          .filter((deg) => deg % 30 === 0)
          .map((deg) => (
            <text key={deg} y={-OUTER - 8} transform={`rotate(${deg})`}>
              {String(deg).padStart(3, '0')}
            </text>
          ))}
        {[45, 135, 225, 315, 0, 90, 180, 270].map((deg) => {
          const tip = deg % 90 === 0 ? 150 : 96
          return (
            <g key={deg} transform={`rotate(${deg})`}>
              <path className={classes.half} d={`M0 ${-tip} L18 -18 L0 0Z`} />
              <path className={classes.point} d={`M0 ${-tip} L18 -18 L0 0 L-18 -18Z M0 ${-tip} V0`} />
            </g>
          )
        })}
        <path className={classes.north} d={`M0 ${-OUTER - 24} l5 -10 h-10Z`} />
      </svg>
    </div>
  )
}
