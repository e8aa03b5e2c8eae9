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
import { claimBucket } from './claimBucket.ts'
import { natsBus } from './natsBus.ts'

export interface Joined {
  installation: InstallationIdentity
  bus: Bus
  /** Undefined for a bus within the process. */
  isBusConnected: (() => boolean) | undefined
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
    return { installation, bus, isBusConnected: undefined, close: async () => undefined }
  }
  const bus = natsBus({ url: config.NATS_URL, log, clock, installation })
  const close = () => bus.close()
  if (await bus.hasTwin()) {
    await close()
    throw sameInstallation('the NATS at NATS_URL')
  }
  return { installation, bus, isBusConnected: () => bus.isConnected, close }
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
