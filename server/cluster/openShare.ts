import type { Config } from '#server/config.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { WORLDS } from '#server/files/sharedKeys.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Log } from '#server/platform/log.ts'
import type { Processing } from '#server/processing/loop/startProcessing.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { cutByOne } from './cutByOne.ts'
import { type Alone, exclusiveLease, requireShared } from './exclusiveLease.ts'
import { fencedWrites } from './fencedWrites.ts'
import { followsPartitions } from './followsPartitions.ts'
import { type RecordsLease, recordsLease } from './leases.ts'
import type { SharedBus } from './natsBus.ts'
import { passedOn } from './passedOn.ts'
import { type ProcessingView, viewOfOwn, viewOfProcessing } from './sharedProcessing.ts'
import { COMPUTING } from './sharedWork.ts'
import { takePart } from './shareWork.ts'
import { watchColumns } from './watchColumns.ts'
import { type Held, type Lease, noLease, withLease } from './withLease.ts'

/** Stores for computing, and the partitions to begin with; all partitions when undefined. */
export interface Own {
  db: Db
  telemetry: Telemetry
  partitions?: readonly number[]
}

/**
 * Share of this process in the work of the installation. For a process without others, each member does the work at once
 * or answers a constant.
 */
export interface Share {
  /** Null unless the process owns stores that others could reach; see `Alone`. */
  alone: Alone | null
  /** Bus whose events also come from other processes; undefined when there are no others. */
  events: Bus | undefined
  /** Records that count calls over all processes; null when the process counts in memory. */
  counts: Db | null
  /**
   * Runs work that one process at a time does for all. The given records refuse transactions once another process
   * does the work.
   */
  one<Running extends { close(): Promise<void> }>(
    name: string,
    start: (db: Db) => Promise<Running>,
  ): Promise<Held<Running>>
  /**
   * Runs work of which every process does a part, while this process is able to. Work on files is done by one process at a
   * time where no process sees the files of another.
   */
  each<Running extends { close(): Promise<void> }>(
    name: string,
    start: () => Promise<Running>,
    on: 'files' | 'records',
  ): Promise<Held<Running>>
  /** Runs processing for the vessels of this process. */
  compute(telemetry: Telemetry, start: (own: Own) => Promise<Processing>): Promise<Held<Processing>>
  /** Shows the work that waits in processing, wherever it runs if users ask this process. */
  view(here: Pick<Held<Processing>, 'running'> | null, isAsked: boolean): ProcessingView
  /** Calls back when this process cannot do its work and leaves it to others, and when it can again. */
  onAble(listener: (isAble: boolean) => void): void
  /** Makes a file once for all machines; undefined when each machine makes its own. */
  makeOnce(files: FileStore): ReturnType<typeof cutByOne> | undefined
  close(): Promise<void>
}

/** Rejects with StoresInUse while another process owns the stores alone, or shares stores that this one must own. */
export async function openShare(given: {
  config: Config
  db: Db
  columns: Columns
  /** Null for a process without a bus to others. */
  bus: SharedBus | null
  log: Log
}): Promise<Share> {
  const { config, db, bus, log } = given
  if (!config.isShared || !bus)
    return ofOneProcess(db, config.DATABASE_URL ? await exclusiveLease(db, log) : null)
  await requireShared(db, log)
  return ofSeveral({ ...given, bus })
}

function ofOneProcess(db: Db, alone: Alone | null): Share {
  return {
    ...{ alone, events: undefined, counts: null },
    one: async (_name, start) => noLease(await start(db)),
    each: async (_name, start) => noLease(await start()),
    compute: async (telemetry, start) =>
      noLease(await start(alone ? storesOf(alone.lease, telemetry) : { db, telemetry })),
    view: viewOfOwn,
    onAble: () => undefined,
    makeOnce: () => undefined,
    close: async () => alone?.close(),
  }
}

function ofSeveral({
  config,
  db,
  columns,
  bus,
  log,
}: Parameters<typeof openShare>[0] & { bus: SharedBus }): Share {
  const watch = watchColumns(columns)
  const { isAble } = watch
  return {
    ...{ alone: null, events: bus, counts: db },
    one: oneOfSeveral(db, log, isAble),
    each: async (name, start, on) => {
      // Without a bucket no process sees the files of another.
      const lease = on === 'files' && !config.FILES_S3_URL ? recordsLease(db, name) : freeLease(name)
      return withLease({ lease, start, log, isAble })
    },
    compute: async (telemetry, start) =>
      takePart({
        ...{ work: COMPUTING, db, log, isAble },
        async start(own) {
          const processing = await start({ ...storesOf(own, telemetry), partitions: [] })
          return { ...followsPartitions(processing, bus, telemetry), parts: processing.partitions }
        },
      }),
    view: (here, isAsked) => viewOfProcessing(bus, here, isAsked),
    onAble: watch.onChange,
    makeOnce: (files) =>
      config.FILES_S3_URL
        ? cutByOne({ lease: recordsLease(db, 'map'), ...passedOn(files, WORLDS) }, log)
        : undefined,
    close: watch.close,
  }
}

/** Work that one of several processes does, under a lease with the name of the work. */
export const oneOfSeveral =
  (db: Db, log: Log, isAble?: () => boolean): Share['one'] =>
  async (name, start) => {
    const lease = recordsLease(db, name)
    return withLease({ lease, start: () => start(lease.fenced), log, isAble })
  }

/** For work that any number of processes do at once. */
const freeLease = (name: string): Lease => ({
  name,
  take: async () => true,
  renew: async () => true,
  release: async () => undefined,
})

const storesOf = (lease: RecordsLease, telemetry: Telemetry) => ({
  db: lease.fenced,
  telemetry: fencedWrites(telemetry, lease.makeSure),
})
