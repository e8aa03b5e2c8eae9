import classes from './ColourScale.module.css'
import { type Ramp, rampGradient } from './colourRamp.ts'

interface Props {
  ramp: Ramp
  marks: readonly { share: number; words: string }[]
  /** Words in place of the marks while their values are unknown. */
  waiting?: string | undefined
}

/** Colours of a layer of the map, with values below them. */
export function ColourScale({ ramp, marks, waiting }: Props) {
  return (
    <>
      <div className={classes.scale} style={{ background: rampGradient(ramp) }} />
      <div className={classes.marks}>
        {waiting === undefined ? (
          marks.map(({ share, words }) => (
            <span key={share} style={{ left: `${share * 100}%`, translate: `${-share * 100}%` }}>
              {words}
            </span>
          ))
        ) : (
          <em>{waiting}</em>
        )}
      </div>
    </>
  )
}
