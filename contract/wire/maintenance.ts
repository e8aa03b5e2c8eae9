/** Maintenance of vessels: engines with their hours, tasks that are due, and the service book. */
import { z } from 'zod'
import { DUE_BY, TASK_STATES } from '#contract/domain/maintenanceDue.ts'
import { freeText } from '#contract/text/freeText.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { LanguageAsked } from './languageAsked.ts'

export const ENGINE_KINDS = ['outboard', 'diesel', 'petrol', 'electric'] as const
export type EngineKind = (typeof ENGINE_KINDS)[number]
/** The engine's own counter, its speed, or a person. */
export const HOURS_SOURCES = ['counter', 'speed', 'hand'] as const
export type HoursSource = (typeof HOURS_SOURCES)[number]

const MAX_HOURS = 500_000
const hours = () => z.number().min(0).max(MAX_HOURS)
const person = z.object({
  id: z.uuid().describe('Identifier of the user, a UUID.'),
  name: z.string().describe('Name of the user.'),
})
const apiKey = z.object({
  id: z.uuid().describe('Identifier of the API key, a UUID.'),
  name: z.string().describe('Name that the API key had at that time.'),
})
const author = {
  user: person.nullable().describe('User who entered it; null for a program or a deleted user.'),
  api_key: apiKey.nullable().describe('API key of the program that entered it; null for a user.'),
}

/** Engine of a vessel with its hours. */
export const Engine = z.object({
  id: z.uuid().describe('Identifier of the engine, a UUID.'),
  vessel_id: z.uuid().describe('Identifier of the vessel, a UUID.'),
  instance: z.int().describe('Number of the engine on board, 1 or more, as its series have it.'),
  kind: z
    .enum(ENGINE_KINDS)
    .nullable()
    .describe('Kind of engine: `outboard`, `diesel`, `petrol` or `electric`; null if unknown.'),
  model: z.string().nullable().describe('Make and model of the engine; null if unknown.'),
  serial_number: z.string().nullable().describe('Serial number of the engine; null if unknown.'),
  installed_at: z.iso
    .datetime()
    .nullable()
    .describe('Time the engine replaced another, ISO 8601 in UTC; null for the first one.'),
  removed_at: z.iso
    .datetime()
    .nullable()
    .describe('Time another engine replaced it, ISO 8601 in UTC; null for a present engine.'),
  hours: z.number().nullable().describe('Hours that the engine has run in its life; null if unknown.'),
  hours_source: z
    .enum(HOURS_SOURCES)
    .nullable()
    .describe(
      "Origin of the hours: `counter` is the engine's own, `speed` counts time with an engine speed, `hand` was entered; null if unknown.",
    ),
  hours_per_day: z
    .number()
    .nullable()
    .describe('Mean running time a day in the last 90 days, in hours; null if unknown.'),
  last_data_at: z.iso
    .datetime()
    .nullable()
    .describe('Time of the newest data that was counted, ISO 8601 in UTC; null without data.'),
})
export type Engine = z.infer<typeof Engine>

/** Present engines of a vessel by number, and those that were replaced. */
export const listEngines = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/engines',
  access: 'vessel:maintenance-view',
  forKeys: true,
  params: byId,
  output: page(Engine),
})

const engineForm = {
  kind: z
    .enum(ENGINE_KINDS)
    .nullable()
    .describe('Kind of engine: `outboard`, `diesel`, `petrol` or `electric`; null if unknown.'),
  model: oneLine()
    .max(100, 'Maximum 100 characters')
    .nullable()
    .transform((text) => text || null)
    .describe('Make and model of the engine, at most 100 characters; null or empty if unknown.'),
  serial_number: oneLine()
    .max(60, 'Maximum 60 characters')
    .nullable()
    .transform((text) => text || null)
    .describe('Serial number of the engine, at most 60 characters; null or empty if unknown.'),
}
const MAX_INSTANCE = 32

/** Adds an engine that sends no data. Engines that send data are listed by themselves. */
export const createEngine = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/engines',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  body: z.object({
    ...engineForm,
    instance: z
      .int()
      .min(1)
      .max(MAX_INSTANCE)
      .describe('Number of the engine on board, 1 to 32; no present engine may have it.'),
    hours: hours().describe('Hours that the engine has run until now, 0 to 500,000.'),
  }),
  output: Engine,
})

export const updateEngine = endpoint({
  method: 'PUT',
  path: '/api/engines/:id',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  body: z.object(engineForm),
  output: Engine,
})

const at = z.iso
  .datetime({ offset: true })
  .describe('Time of the reading, ISO 8601 with its offset, not in the future.')
const note = freeText()
  .max(1000, 'Maximum 1000 characters')
  .nullable()
  .default(null)
  .transform((text) => text || null)

/** Sets the hours as a person read them at some time. From then on they grow from this reading. */
export const correctEngineHours = endpoint({
  method: 'POST',
  path: '/api/engines/:id/hours',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  body: z.object({
    at,
    hours: hours().describe('Hours that the engine had run until then, 0 to 500,000.'),
    note: note.describe('Reason of the correction, at most 1,000 characters; null without one.'),
  }),
  output: Engine,
})

/** Puts another engine in its place, with hours of its own. Its tasks go on with the new engine. */
export const replaceEngine = endpoint({
  method: 'POST',
  path: '/api/engines/:id/replacement',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  body: z.object({
    ...engineForm,
    at: at.describe('Time of the replacement, ISO 8601 with its offset, not in the future.'),
    hours: hours().describe('Hours that the new engine had run before, 0 to 500,000.'),
    note: note.describe('Note about the replacement, at most 1,000 characters; null without one.'),
  }),
  output: Engine,
})

/** Line of the log of an engine's hours. */
export const EngineMark = z.object({
  id: z.uuid().describe('Identifier of the line, a UUID.'),
  kind: z
    .enum(['installed', 'corrected'])
    .describe('Type of line: `installed` for the first hours of an engine, `corrected` for a reading.'),
  at: z.iso.datetime().describe('Time from which the hours count, ISO 8601 in UTC.'),
  hours: z.number().describe('Hours that were entered for that time.'),
  counted_hours: z
    .number()
    .nullable()
    .describe('Hours that had been counted until then; null if there were none.'),
  note: z.string().nullable().describe('Reason of the correction; null without one.'),
  created_at: z.iso.datetime().describe('Time of the entry, ISO 8601 in UTC.'),
  ...author,
})
export type EngineMark = z.infer<typeof EngineMark>

export const listEngineMarks = endpoint({
  method: 'GET',
  path: '/api/engines/:id/hours',
  access: 'vessel:maintenance-view',
  forKeys: true,
  list: { orders: ['at'], usual: ['at', 'desc'], filters: {} },
  params: byId,
  output: page(EngineMark),
})

/** Fault of an engine that opened a task. */
export const TaskFault = z.object({
  instance: z.int().describe('Number of the engine on board, 1 or more.'),
  spn: z
    .int()
    .describe('Suspect parameter number of J1939; from 524,288 on, a status bit of an NMEA 2000 engine.'),
  fmi: z.int().nullable().describe('Failure mode identifier of J1939, 0 to 31; null for status bits.'),
})
export type TaskFault = z.infer<typeof TaskFault>

/** Work that a vessel needs, at intervals or once. */
export const MaintenanceTask = z.object({
  id: z.uuid().describe('Identifier of the task, a UUID.'),
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
    })
    .describe('Vessel that needs the work.'),
  engine: z
    .object({
      id: z.uuid().describe('Identifier of the engine, a UUID.'),
      instance: z.int().describe('Number of the engine on board, 1 or more.'),
      hours: z.number().nullable().describe('Hours that the engine has run; null if unknown.'),
      hours_per_day: z
        .number()
        .nullable()
        .describe('Mean running time a day in the last 90 days, in hours; null if unknown.'),
    })
    .nullable()
    .describe('Engine that the work is about; null for other work.'),
  title: z.string().describe('Title of the task; for a fault, its words in the language of Accept-Language.'),
  note: z.string().nullable().describe('Note for the people who do the work; null without one.'),
  every_hours: z.number().nullable().describe('Interval in engine hours; null without one.'),
  every_months: z.int().nullable().describe('Interval in months; null without one.'),
  every_nmi: z.number().nullable().describe('Interval in nautical miles; null without one.'),
  due_on: z.iso.date().nullable().describe('Day on which work that is done once is due; null without one.'),
  last_done_at: z.iso
    .datetime()
    .describe('Time the work was last done, or when the first interval began, ISO 8601 in UTC.'),
  last_done_hours: z.number().nullable().describe('Hours of the engine at that time; null if unknown.'),
  state: z.enum(TASK_STATES).describe('State of the task: `due`, `soon` or `ok`.'),
  due_at: z.iso
    .datetime()
    .nullable()
    .describe(
      "Time the task is or was due, at the vessel's pace of the last 90 days, ISO 8601 in UTC; null if that cannot be told.",
    ),
  due_by: z
    .enum(DUE_BY)
    .nullable()
    .describe('Limit that is reached first: `hours`, `months`, `miles` or `date`; null if unknown.'),
  left_hours: z
    .number()
    .nullable()
    .describe('Engine hours until the task is due, negative when exceeded; null without such an interval.'),
  left_nmi: z
    .number()
    .nullable()
    .describe('Nautical miles until the task is due, negative when exceeded; null without such an interval.'),
  fault: TaskFault.nullable().describe('Fault of an engine that opened the task; null for other tasks.'),
  alert_id: z
    .uuid()
    .nullable()
    .describe('Identifier of the alert about the fault, a UUID; null for other tasks.'),
  closed_at: z.iso
    .datetime()
    .nullable()
    .describe('Time a task that is done once was done, ISO 8601 in UTC; null while it is open.'),
})
export type MaintenanceTask = z.infer<typeof MaintenanceTask>

/** Tasks of the fleet, the most urgent first; closed ones only where the filter asks for them. */
export const listMaintenance = endpoint({
  method: 'GET',
  path: '/api/maintenance-tasks',
  access: 'vessel:maintenance-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['due_at', 'title', 'vessel'],
    usual: ['due_at', 'asc'],
    filters: {
      id: 'id',
      vessel_id: 'id',
      engine_id: 'id',
      state: TASK_STATES,
      closed: 'boolean',
      department_id: 'department',
    },
  },
  output: page(MaintenanceTask),
})

const MAX_NMI = 1_000_000
const taskForm = {
  engine_id: z
    .uuid()
    .nullable()
    .default(null)
    .describe('Identifier of the engine that the work is about, a UUID; needed for `every_hours`.'),
  title: oneLine()
    .min(1, 'Title is required')
    .max(100, 'Maximum 100 characters')
    .describe('Title of the task, 1 to 100 characters.'),
  note: note.describe('Note for the people who do the work, at most 1,000 characters; null without one.'),
  every_hours: z
    .number()
    .positive()
    .max(MAX_HOURS)
    .nullable()
    .default(null)
    .describe('Interval in engine hours, up to 500,000; null without one.'),
  every_months: z
    .int()
    .min(1)
    .max(600)
    .nullable()
    .default(null)
    .describe('Interval in months, 1 to 600; null without one.'),
  every_nmi: z
    .number()
    .positive()
    .max(MAX_NMI)
    .nullable()
    .default(null)
    .describe('Interval in nautical miles, up to 1,000,000; null without one.'),
  due_on: z.iso
    .date()
    .nullable()
    .default(null)
    .describe('Day on which work that is done once is due; null for work at intervals.'),
  last_done_on: z.iso
    .date()
    .nullable()
    .default(null)
    .describe(
      'Day the work was last done, when the interval begins; null for today, and to keep that of a known task.',
    ),
  last_done_hours: hours()
    .nullable()
    .default(null)
    .describe('Hours of the engine on that day, 0 to 500,000; null for those that were counted.'),
}
/** True when a task has at least one limit that tells when it is due, and not both kinds of them. */
const hasLimits = (task: {
  every_hours: number | null
  every_months: number | null
  every_nmi: number | null
  due_on: string | null
}) => {
  const repeats = task.every_hours !== null || task.every_months !== null || task.every_nmi !== null
  return repeats !== (task.due_on !== null)
}
const NEEDS_LIMIT = 'A task has an interval, or one day.'
export const TaskForm = z.object(taskForm).refine(hasLimits, { error: NEEDS_LIMIT, path: ['due_on'] })
export type TaskForm = z.infer<typeof TaskForm>
export const MAX_NEW_TASKS = 50

/** Adds tasks to a vessel, for example all of a template. */
export const createTasks = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/maintenance-tasks',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  body: z.object({
    tasks: z.array(TaskForm).min(1).max(MAX_NEW_TASKS).describe('Tasks to add, 1 to 50.'),
  }),
  output: page(MaintenanceTask),
})

/** Replaces all fields of a task. A task of a fault keeps its words, and its title is ignored. */
export const updateTask = endpoint({
  method: 'PUT',
  path: '/api/maintenance-tasks/:id',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  body: TaskForm,
  output: MaintenanceTask,
})

/** Removes a task. Its lines in the service book stay. */
export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/api/maintenance-tasks/:id',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** Line of a vessel's service book. */
export const ServiceRecord = z.object({
  id: z.uuid().describe('Identifier of the line, a UUID.'),
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
    })
    .describe('Vessel that the work was done on.'),
  task_id: z
    .uuid()
    .nullable()
    .describe('Identifier of the task that was done, a UUID; null for other work or a deleted task.'),
  engine: z
    .object({
      id: z.uuid().describe('Identifier of the engine, a UUID.'),
      instance: z.int().describe('Number of the engine on board, 1 or more.'),
    })
    .nullable()
    .describe('Engine that the work was done on; null for other work.'),
  title: z.string().describe('Title of the work; for a fault, its words in the language of Accept-Language.'),
  done_on: z.iso.date().describe('Day the work was done.'),
  hours: z.number().nullable().describe('Hours of the engine on that day; null if unknown.'),
  sailed_nmi: z
    .number()
    .nullable()
    .describe('Nautical miles that the vessel had sailed until then; null if unknown.'),
  cost: z.number().nullable().describe('Cost of the work in `currency`; null if unknown.'),
  currency: z.string().nullable().describe('Currency of the cost, ISO 4217; null without a cost.'),
  parts: z.string().nullable().describe('Parts that were used; null without any.'),
  note: z.string().nullable().describe('Note about the work; null without one.'),
  done_by: z.string().nullable().describe('Person or yard that did the work; null if unknown.'),
  created_at: z.iso.datetime().describe('Time of the entry, ISO 8601 in UTC.'),
  ...author,
})
export type ServiceRecord = z.infer<typeof ServiceRecord>

export const listServiceRecords = endpoint({
  method: 'GET',
  path: '/api/service-records',
  access: 'vessel:maintenance-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['done_at'],
    usual: ['done_at', 'desc'],
    filters: {
      id: 'id',
      vessel_id: 'id',
      task_id: 'id',
      engine_id: 'id',
      done_at: 'time',
      department_id: 'department',
    },
  },
  output: page(ServiceRecord),
})

const recordForm = {
  done_on: z.iso.date().describe('Day the work was done, not in the future.'),
  hours: hours()
    .nullable()
    .default(null)
    .describe('Hours of the engine when the work was done, 0 to 500,000; null for those that were counted.'),
  cost: z
    .number()
    .min(0)
    .max(1e9)
    .nullable()
    .default(null)
    .describe('Cost of the work, up to 1,000,000,000; null if unknown.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Three capital letters, for example EUR')
    .nullable()
    .default(null)
    .describe('Currency of the cost, ISO 4217, for example `EUR`; needed with a cost.'),
  parts: note.describe('Parts that were used, at most 1,000 characters; null without any.'),
  note: note.describe('Note about the work, at most 1,000 characters; null without one.'),
  done_by: oneLine()
    .max(100, 'Maximum 100 characters')
    .nullable()
    .default(null)
    .transform((text) => text || null)
    .describe('Person or yard that did the work, at most 100 characters; null if unknown.'),
}
const hasCurrency = ({ cost, currency }: { cost: number | null; currency: string | null }) =>
  cost === null || currency !== null
const NEEDS_CURRENCY = { error: 'A cost has a currency.', path: ['currency'] }

/** Writes a task that was done into the service book. Its next interval begins there; work that is done once is closed. */
export const completeTask = endpoint({
  method: 'POST',
  path: '/api/maintenance-tasks/:id/done',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  body: z.object(recordForm).refine(hasCurrency, NEEDS_CURRENCY),
  output: ServiceRecord,
})

/** Writes other work into the service book. */
export const createServiceRecord = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/service-records',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  body: z
    .object({
      ...recordForm,
      title: taskForm.title.describe('Title of the work, 1 to 100 characters.'),
      engine_id: taskForm.engine_id.describe(
        'Identifier of the engine that the work was done on, a UUID; null for other work.',
      ),
    })
    .refine(hasCurrency, NEEDS_CURRENCY),
  output: ServiceRecord,
})

export const SERVICE_BOOK_FORMATS = ['pdf', 'csv'] as const
/** The service book of a vessel as a document or a table, its newest 5,000 lines. */
export const getServiceBookFile = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/service-book/:format',
  access: 'vessel:maintenance-view',
  forKeys: true,
  params: byId.extend({
    format: z.enum(SERVICE_BOOK_FORMATS).describe('Format of the file: `pdf` or `csv`.'),
  }),
  query: z.object({ language: LanguageAsked.describe('Language of the document: `en`, `it` or `is`.') }),
  file: ['application/pdf', 'text/csv'],
})

/** Removes a line that was entered by mistake. The task keeps its next date. */
export const deleteServiceRecord = endpoint({
  method: 'DELETE',
  path: '/api/service-records/:id',
  access: 'vessel:maintenance-edit',
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
