import { useMergedRef } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalsOf } from '#contract/words/formats.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import type { Tokens } from '#web/ui/tokens.ts'
import { useSize } from '#web/ui/useSize.ts'
import type { LinkedCursor } from './linkedCursor.ts'
import classes from './PaneStack.module.css'
import { indexAtTime, type Pane, valuesAt } from './pane.ts'

interface Props {
  pane: Pane
  stepMs: number
  /** Time of the values shown while no cursor is set. */
  restMs: number
  cursor: LinkedCursor
  tokens: Tokens
  /** True to stand above the pane instead of beside it. */
  narrow: boolean
  /** True when each series shows whether a bucket is its mean or its maximum. */
  showsHow: boolean
  /** Called with the height above the pane, CSS pixels. */
  onHeight: (paneId: string, px: number) => void
}

/**
 * Series of a pane with their values at the cursor; without a cursor, those at `restMs`. Updated in place, without
 * rendering.
 */
export function PaneValues({ pane, stepMs, restMs, cursor, tokens, narrow, showsHow, onHeight }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const follow = () => {
      const timeMs = cursor.timeMs() ?? restMs
      valuesAt(pane, timeMs, stepMs).forEach((value, row) => {
        const { unit, states } = pane.series[row] ?? {}
        const line = list.current?.children[row]
        const cell = line?.querySelector('b')
        // A dash has no unit, and is neither mean nor maximum.
        line?.toggleAttribute('data-none', value === null)
        const state = value === null ? undefined : states?.[value]
        if (cell) cell.textContent = state ?? formats.number(value, decimalsOf(unit ?? '', value ?? 0))
      })
      if (pane.directions) {
        const index = indexAtTime(pane.times, timeMs, stepMs)
        const cell = list.current?.lastElementChild?.querySelector('b')
        if (cell) cell.textContent = formats.course(index === null ? null : pane.directions.deg[index])
      }
    }
    follow()
    return cursor.subscribe(follow)
  }, [pane, stepMs, restMs, cursor, formats])
  const { ref, height } = useSize()
  const bothRefs = useMergedRef(list, ref)
  useLayoutEffect(() => onHeight(pane.id, height), [onHeight, pane.id, height])
  return (
    <ul ref={bothRefs} className={narrow ? classes.valuesNarrow : classes.values}>
      {pane.series.map(({ field, label, unit, slot, dash, states, shows }) => (
        <li key={field}>
          <svg width="12" height="4" aria-hidden="true">
            <path
              d="M0 2H12"
              stroke={tokens.chart[slot % tokens.chart.length]}
              strokeWidth="2"
              strokeDasharray={dash.length > 0 ? '4 2' : undefined}
            />
          </svg>
          <span className={classes.label} title={label}>
            {nameOf(label)}
          </span>
          <span className={classes.which}>{numberOf(label)}</span>
          {showsHow && !states && <span className={classes.how}>{t(`chart.bucket.${shows}`)}</span>}
          <b />
          {!states && <span className={classes.unit}>{formats.unit(unit)}</span>}
        </li>
      ))}
      {pane.directions && (
        <li>
          <span className={classes.label}>{pane.directions.label}</span>
          <b />
        </li>
      )}
    </ul>
  )
}

/** `Engine speed 2`: a long name is cut, but never its number. */
const numberOf = (label: string) => / \d+$/.exec(label)?.[0] ?? ''
const nameOf = (label: string) => label.slice(0, label.length - numberOf(label).length)
