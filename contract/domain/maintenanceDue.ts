/** When a maintenance task is due: by engine hours, months or miles, whichever comes first. */
import { DAY_MS } from './time.ts'

export const DUE_BY = ['hours', 'months', 'miles', 'date'] as const
export type DueBy = (typeof DUE_BY)[number]
/** Most urgent first. */
export const TASK_STATES = ['due', 'soon', 'ok'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** A task is due soon this long before, or in the last tenth of its hours or miles. */
const SOON_MS = 14 * DAY_MS
const SOON_SHARE = 0.1
/** Use further ahead than this is not foretold. */
const FORESEEN_MS = 3650 * DAY_MS

export interface TaskPlan {
  everyHoursS: number | null
  everyMonths: number | null
  everyM: number | null
  /** Day on which a task that is done once is due. */
  dueOnMs: number | null
  /** When it was last done, or when its first interval begins. */
  baseMs: number
  /** Hours of its engine then. */
  baseHoursS: number | null
}

/** Use of the boat. A pace is the mean of the last 90 days; null without any data. */
export interface TaskUse {
  hoursS: number | null
  /** Running time of the engine a day, s. */
  paceS: number | null
  /** Distance since `baseMs`. */
  usedM: number | null
  paceM: number | null
}

export interface TaskDue {
  state: TaskState
  /** When it is due, or will be at this boat's pace; in the past when it was. Null where that cannot be told. */
  dueMs: number | null
  dueBy: DueBy | null
  /** Rest of the interval, negative when it is exceeded. */
  leftHoursS: number | null
  leftM: number | null
}

/** The day of the month stays, or is the last one of a shorter month. */
export function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs)
  const day = from.getUTCDate()
  const to = new Date(fromMs)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(day, lastDay))
  return to.getTime()
}

export function dueOf(plan: TaskPlan, use: TaskUse, nowMs: number): TaskDue {
  const leftHoursS =
    plan.everyHoursS === null || plan.baseHoursS === null || use.hoursS === null
      ? null
      : plan.baseHoursS + plan.everyHoursS - use.hoursS
  const leftM = plan.everyM === null || use.usedM === null ? null : plan.everyM - use.usedM
  const limits: { by: DueBy; dueMs: number | null; isOver: boolean; isSoon: boolean }[] = []
  const addUse = (by: DueBy, left: number | null, every: number | null, pace: number | null) => {
    if (left === null || every === null) return
    const dueMs = pace ? nowMs + (left / pace) * DAY_MS : left <= 0 ? nowMs : null
    limits.push({
      ...{ by, isOver: left <= 0, isSoon: left <= every * SOON_SHARE },
      dueMs: dueMs !== null && Math.abs(dueMs - nowMs) <= FORESEEN_MS ? dueMs : null,
    })
  }
  const addDay = (by: DueBy, dueMs: number) =>
    limits.push({ by, dueMs, isOver: dueMs <= nowMs, isSoon: false })
  addUse('hours', leftHoursS, plan.everyHoursS, use.paceS)
  addUse('miles', leftM, plan.everyM, use.paceM)
  if (plan.everyMonths !== null) addDay('months', addMonths(plan.baseMs, plan.everyMonths))
  if (plan.dueOnMs !== null) addDay('date', plan.dueOnMs)
  const timeOf = ({ dueMs }: { dueMs: number | null }) => dueMs ?? Number.POSITIVE_INFINITY
  // An exceeded limit comes before one that is foretold.
  const [first] = limits.toSorted((a, b) => Number(b.isOver) - Number(a.isOver) || timeOf(a) - timeOf(b))
  const state = limits.some(({ isOver }) => isOver)
    ? 'due'
    : limits.some(({ isSoon, dueMs }) => isSoon || (dueMs !== null && dueMs - nowMs <= SOON_MS))
      ? 'soon'
      : 'ok'
  return { state, dueMs: first?.dueMs ?? null, dueBy: first?.by ?? null, leftHoursS, leftM }
}
