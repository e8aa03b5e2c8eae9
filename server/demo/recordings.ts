import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { VESSEL_KINDS } from '#contract/wire/vessel.ts'
import { importLog } from '#server/gateway/importLog.ts'
import { isPaired } from '#server/gateway/intake.ts'
import { run } from '#server/gateway/readLogWorker.ts'
import type { Gateway } from '#server/gateway/startGateway.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Log } from '#server/platform/log.ts'
import { createDevice } from '#server/records/devices.ts'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { insertVessel } from '#server/records/vessels.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { type DemoFleet, deviceIdOf } from './seedDemo.ts'

interface Recording {
  /**
   * Name of the boat, which also has the author and the licence of the recording, for lack of another place.
   */
  vessel: string
  kind: (typeof VESSEL_KINDS)[number]
  files: readonly string[]
}

/** Recordings of real boats that make good trips, by their files below the folder. */
const RECORDINGS: readonly Recording[] = [
  {
    vessel: 'Furuno test boat (canboat, Apache-2.0)',
    kind: 'motor',
    files: ['furuno-130842-accel.raw.gz', 'furuno-130842-figure8-fast.raw.gz', 'furuno-130842.raw.gz'].map(
      (file) => `n2k-canboat/${file}`,
    ),
  },
  {
    vessel: 'Aava (signalk-server, Apache-2.0)',
    kind: 'sailing',
    files: ['n2k-signalk-server/aava-n2k.data.gz'],
  },
  {
    vessel: 'Plaka (signalk-server, Apache-2.0)',
    kind: 'sailing',
    files: ['nmea0183-signalk-server/plaka.log.gz'],
  },
  {
    vessel: 'AvNav yacht (avnav, MIT)',
    kind: 'sailing',
    files: ['nmea0183-avnav/20130801.nmea.gz', 'nmea0183-avnav/20160815.nmea.gz'],
  },
  {
    vessel: 'Irene (anemomind, MIT)',
    kind: 'sailing',
    files: [
      'Irene_2013_Flensburg2013_regate_2.8_NMEA0005.TXT.gz',
      'Irene_2014_20140611_NMEA0048.TXT.gz',
      'Irene_2014_20140620_NMEA0005.TXT.gz',
      'Irene_2014_Classique_Rothschild_20140627_NMEA0000.TXT.gz',
      'Irene_2014_Classique_Rothschild_20140627_NMEA0001.TXT.gz',
      'Irene_2014_Classique_Rothschild_20140628_NMEA0000.TXT.gz',
    ].map((file) => `nmea0183-anemomind/${file}`),
  },
  {
    vessel: 'Psaros 33 (anemomind, MIT)',
    kind: 'sailing',
    files: [
      'psaros33_Banque_Sturdza_2014_20140627_NMEA0004.TXT.gz',
      'psaros33_Banque_Sturdza_2014_20140627_NMEA0006.TXT.gz',
      'psaros33_Banque_Sturdza_2014_20140805_NMEA0011.TXT.gz',
      'psaros33_Banque_Sturdza_2014_20140805_NMEA0020.TXT.gz',
      'psaros33_Banque_Sturdza_2014_20140819_NMEA0006.TXT.gz',
      'psaros33_Banque_Sturdza_2014_20140820_NMEA0007.TXT.gz',
    ].map((file) => `nmea0183-anemomind/${file}`),
  },
  {
    vessel: 'Twin-engine yacht (signalk-server-java, Apache-2.0)',
    kind: 'motor',
    files: ['signalk-deltas/Delta1000ExamplesSeattle.jsonl'],
  },
  {
    vessel: 'Hakefjord (OpenCPN, GPL-2.0-or-later)',
    kind: 'motor',
    files: ['nmea0183-opencpn/Hakefjord.log.gz'],
  },
  {
    vessel: 'Lille Oe (signalk-autostate, MIT)',
    kind: 'sailing',
    files: ['signalk-autostate/skserver-raw_2019-09-13T17.log.gz'],
  },
]

const SETTING = 'demo.recordings'
type Progress = Record<string, { deviceId: string; done: boolean }>

/**
 * Adds recordings in the folder to the fleet, as boats of their own at their true times. Complete boats are
 * not read again; an interrupted one is, which changes no stored reading.
 */
export async function importRecordings(
  given: { db: Db; gateway: Pick<Gateway, 'intake' | 'directory'>; bus: Bus; log: Log },
  fleet: DemoFleet,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, gateway, bus, log } = given
  const found = RECORDINGS.map((recording) => ({
    ...recording,
    files: recording.files.map((file) => join(folder, file)).filter((file) => existsSync(file)),
  })).filter(({ files }) => files.length > 0)
  for (const [i, recording] of found.entries()) {
    const progress = (await readSetting<Progress>(db, SETTING)) ?? {}
    if (progress[recording.vessel]?.done) continue
    const deviceId = progress[recording.vessel]?.deviceId ?? (await addVessel(db, fleet, recording, progress))
    const device = await gateway.directory.get(deviceId)
    if (!device || !isPaired(device)) continue
    for (const file of recording.files) {
      if (signal.aborted) return
      await importLog(gateway.intake, run, device.vessel, file, () => undefined).catch((error) =>
        log.warn('a recording could not be read', { file, error }),
      )
    }
    progress[recording.vessel] = { deviceId, done: true }
    await writeSetting(db, SETTING, progress)
    bus.publish({ type: 'preparation.progressed', done: i + 1, total: found.length, what: 'Recordings' })
  }
}

/** The vessel, its device and the note of them, all or nothing. */
async function addVessel(
  db: Db,
  fleet: DemoFleet,
  recording: Recording,
  progress: Progress,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { organizationId, departmentId } = fleet
    const vesselId = await insertVessel(tx, {
      ...{ organizationId, departmentId },
      ...{ name: recording.vessel, kind: recording.kind },
    })
    const id = `${deviceIdOf(recording.vessel).slice(0, 50)}-${randomUUID().slice(0, 8)}`
    await createDevice(tx, { id, vesselId })
    await writeSetting(tx, SETTING, { ...progress, [recording.vessel]: { deviceId: id, done: false } })
    return id
  })
}
