import type { Config } from '#server/config.ts'
import { filesOf } from '#server/files/openFiles.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import {
  type InstallationIdentity,
  identify,
  sameInstallation,
} from '#server/stores/relational/installation.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import type { PartitionedType } from './busWire.ts'
import { claimBucket } from './claimBucket.ts'
import type { SharedBus } from './natsBus.ts'

export interface Joined {
  installation: InstallationIdentity
  bus: Bus
  /** The same bus where it reaches other processes; null for a bus within the process. */
  shared: SharedBus | null
  close(): Promise<void>
}

/** Reads the id of the installation and opens its bus. Rejects with SameInstallation beside a copy of the records. */
export async function joinInstallation(given: {
  config: Config
  records: Pick<Records, 'db' | 'engine'>
  log: Log
  clock: Clock
}): Promise<Joined> {
  const { config, records, log, clock } = given
  const installation = await identify(records, config.dataDir)
  if (config.NATS_URL || config.FILES_S3_URL) log.info('installation', { id: installation.id })
  if (!config.NATS_URL) {
    const bus = inProcessBus((error) => log.error('a listener failed', { error }))
    return { installation, bus, shared: null, close: async () => undefined }
  }
  const { natsBus } = await import('./natsBus.ts')
  const bus = natsBus({ url: config.NATS_URL, log, clock, installation, partial: partialIn(config) })
  const close = () => bus.close()
  if (await bus.hasTwin()) {
    await close()
    throw sameInstallation('the NATS at NATS_URL')
  }
  return { installation, bus, shared: bus, close }
}

/**
 * Types of events that this process receives for the vessels for which it computes alone. Other roles read the samples of any
 * vessel.
 */
function partialIn({ isShared, ROLES }: Config): PartitionedType[] {
  if (!isShared) return []
  const onlyComputes = ROLES.every((role) => role === 'processing')
  return onlyComputes ? ['readings.appended', 'samples.stored'] : ['readings.appended']
}

/** Claims the folder of the bucket, if there is one, before files of this disk move there. */
export async function claimFiles(given: {
  config: Config
  installation: InstallationIdentity
  clock: Clock
  log: Log
}): Promise<{ close(): Promise<void> }> {
  const { config, installation, clock, log } = given
  if (!config.FILES_S3_URL) return { close: async () => undefined }
  const { id, database } = installation
  const { sharedFiles: files, close } = await filesOf(config, id)
  const claim = await claimBucket({ files, database, clock, log })
  if (!claim) throw sameInstallation('the bucket at FILES_S3_URL')
  return {
    async close() {
      await claim.close()
      close()
    },
  }
}
