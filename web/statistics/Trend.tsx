import classes from './Trend.module.css'

const HEIGHT = 24

interface Props {
  label: string
  /** Values of consecutive periods; null where nothing was measured. */
  values: readonly (number | null)[]
}

/** Small line of a figure over time, from zero, with gaps where it is unknown. Nothing below two known values. */
export function Trend({ label, values }: Props) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const top = Math.max(...known) || 1
  const y = (value: number) => (HEIGHT - (HEIGHT * value) / top).toFixed(2)
  const path = values.map((value, at) => {
    if (value === null) return ''
    const isBegun = at > 0 && values[at - 1] !== null
    // A round cap makes a dot of a line without length.
    return isBegun ? `L${at} ${y(value)}` : `M${at} ${y(value)}h0`
  })
  return (
    <svg
      className={classes.trend}
      viewBox={`0 0 ${values.length - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={path.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
