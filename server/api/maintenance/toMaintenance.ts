import { mToNmi } from '#contract/domain/units.ts'
import type { Language } from '#contract/text/language.ts'
import { isoOf } from '#contract/wire/instant.ts'
import type {
  Engine,
  EngineMark,
  MaintenanceTask,
  ServiceRecord,
  TaskFault,
} from '#contract/wire/maintenance.ts'
import { faultText } from '#contract/words/alertWords.ts'
import { keyOf } from '#server/records/actor.ts'
import type { EngineMarkRow, EngineRow } from '#server/records/engines.ts'
import type { TaskRecord } from '#server/records/maintenance.ts'
import type { ServiceLine } from '#server/records/serviceRecords.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'

const HOUR_S = 3600
/** Hours are shown to a tenth, as on an engine. */
const hoursOf = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 360) / 10)
const timeOf = (us: number | null) => (us === null ? null : isoOf(us))
const nmiOf = (metres: number | null) => (metres === null ? null : Math.round(mToNmi(metres) * 10) / 10)
const perDay = (seconds: number | null) =>
  seconds === null ? null : Math.round((seconds / HOUR_S) * 100) / 100

export const toEngine = (row: EngineRow): Engine => ({
  ...{ id: row.id, vessel_id: row.vesselId, instance: row.instance, kind: row.kind },
  ...{ model: row.model, serial_number: row.serialNumber },
  installed_at: timeOf(row.installedUs),
  removed_at: timeOf(row.removedUs),
  hours: hoursOf(row.hoursS),
  hours_source: row.hoursSource,
  hours_per_day: perDay(row.paceS),
  last_data_at: timeOf(row.lastUs),
})

export const toEngineMark = (row: EngineMarkRow, user: { id: string; name: string } | null): EngineMark => ({
  ...{ id: row.id, kind: row.kind, at: isoOf(row.fromUs), hours: hoursOf(row.hoursS) ?? 0 },
  ...{ counted_hours: hoursOf(row.countedS), note: row.note, created_at: row.createdAt.toISOString() },
  ...{ user, api_key: keyOf(row) },
})

/** A title that people gave, or a fault in the reader's words. */
const titleOf = (row: { title: string | null; fault: TaskFault | null }, language: Language) => {
  if (row.title !== null || !row.fault) return row.title ?? ''
  const { instance, ...fault } = row.fault
  return faultText({ kind: 'external', ...fault, lamp: null }, instance, alertSpeech(language).words)
}

export const toTask = ({ task, vessel, engine }: TaskRecord, language: Language): MaintenanceTask => ({
  id: task.id,
  vessel: { id: vessel.id, name: vessel.name },
  engine: engine && {
    ...{ id: engine.id, instance: engine.instance, hours: hoursOf(engine.hoursS) },
    hours_per_day: perDay(engine.paceS),
  },
  ...{ title: titleOf(task, language), note: task.note },
  every_hours: hoursOf(task.everyHoursS),
  every_months: task.everyMonths,
  every_nmi: nmiOf(task.everyM),
  due_on: task.dueOn,
  last_done_at: task.baseAt.toISOString(),
  last_done_hours: hoursOf(task.baseHoursS),
  ...{ state: task.state, due_at: task.dueAt?.toISOString() ?? null, due_by: task.dueBy },
  ...{ left_hours: hoursOf(task.leftHoursS), left_nmi: nmiOf(task.leftM) },
  ...{ fault: task.fault, alert_id: task.faultAlertId, closed_at: task.closedAt?.toISOString() ?? null },
})

export const toServiceRecord = (
  { line, vessel, engine, user }: ServiceLine,
  language: Language,
): ServiceRecord => ({
  id: line.id,
  vessel: { id: vessel.id, name: vessel.name },
  task_id: line.taskId,
  engine: engine && { id: engine.id, instance: engine.instance },
  title: titleOf(line, language),
  done_on: line.doneAt.toISOString().slice(0, 10),
  hours: hoursOf(line.hoursS),
  sailed_nmi: nmiOf(line.sailedM),
  ...{ cost: line.cost, currency: line.currency, parts: line.parts, note: line.note, done_by: line.doneBy },
  created_at: line.createdAt.toISOString(),
  ...{ user, api_key: keyOf(line) },
})
