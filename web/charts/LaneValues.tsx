import { useEffect, useRef } from 'react'
import { decimalsOf } from '#contract/formats.ts'
import { useFormats } from '../i18n/useFormats.ts'
import type { Tokens } from '../ui/tokens.ts'
import classes from './LaneStack.module.css'
import { indexAtTime, type Lane } from './lane.ts'
import type { LinkedCursor } from './linkedCursor.ts'

interface Props {
  lane: Lane
  stepMs: number
  cursor: LinkedCursor
  tokens: Tokens
  narrow: boolean
}

/** The series of a lane and their values under the cursor; without a cursor the newest. Written in place, not rendered. */
export function LaneValues({ lane, stepMs, cursor, tokens, narrow }: Props) {
  const formats = useFormats()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const follow = () => {
      const timeMs = cursor.timeMs()
      lane.series.forEach(({ values, unit, states }, row) => {
        const cell = list.current?.children[row]?.querySelector('b')
        const index = timeMs === null ? newest(values) : indexAtTime(lane.times, timeMs, stepMs)
        const value = index === null ? null : valueAt(values, index)
        const state = value === null ? undefined : states?.[value]
        if (cell) cell.textContent = state ?? formats.number(value, decimalsOf(unit, value ?? 0))
      })
      if (lane.directions) {
        const { deg } = lane.directions
        const index = timeMs === null ? newest(deg) : indexAtTime(lane.times, timeMs, stepMs)
        const cell = list.current?.lastElementChild?.querySelector('b')
        if (cell) cell.textContent = formats.course(index === null ? null : deg[index])
      }
    }
    follow()
    return cursor.subscribe(follow)
  }, [lane, stepMs, cursor, formats])
  return (
    <ul ref={list} className={narrow ? classes.valuesNarrow : classes.values}>
      {lane.series.map(({ field, label, unit, slot, dash, states }) => (
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
          <b />
          {!states && <span className={classes.unit}>{formats.unit(unit)}</span>}
        </li>
      ))}
      {lane.directions && (
        <li>
          <span className={classes.label}>{lane.directions.label}</span>
          <b />
        </li>
      )}
    </ul>
  )
}

/** `Engine speed 2`: a long name is cut, never the number that tells engines apart. */
const numberOf = (label: string) => / \d+$/.exec(label)?.[0] ?? ''
const nameOf = (label: string) => label.slice(0, label.length - numberOf(label).length)

type Values = readonly (number | null | undefined)[]

function newest(values: Values): number | null {
  for (let index = values.length - 1; index >= 0; index--) if (typeof values[index] === 'number') return index
  return null
}

/** A series that says nothing at this moment still means what it said last, unless a gap came between. */
function valueAt(values: Values, index: number): number | null {
  for (let at = index; at >= 0; at--) {
    const value = values[at]
    if (value !== undefined) return value
  }
  return null
}
