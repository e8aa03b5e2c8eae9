import { BlockList } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HOUR_MS } from '#contract/domain/time.ts'
import type { Gateway as GatewayAnswer } from '#contract/wire/device.ts'
import type { Config } from '#server/config.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { pruneBridgeRefusals } from '#server/records/bridges.ts'
import { pruneDeviceNotices } from '#server/records/deviceNotices.ts'
import { pruneRejections } from '#server/records/rejections.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { Collector } from './collector.ts'
import { DeviceActivity } from './deviceActivity.ts'
import { DeviceDirectory } from './deviceDirectory.ts'
import { GnssClock } from './gnssClock.ts'
import { healthRoute } from './healthRoute.ts'
import { httpIntakeRoutes } from './httpIntake.ts'
import { InstanceNumbers } from './instanceNumbers.ts'
import { Intake } from './intake.ts'
import { mqttAddress } from './mqttAddress.ts'
import { startMqttBroker } from './mqttBroker.ts'
import type { BrokerTls } from './mqttPorts.ts'
import { mqttSocketRoute } from './mqttSocket.ts'
import { openNmeaPort } from './nmeaPort.ts'
import { NoticeLog } from './noticeLog.ts'
import { phoneRoutes } from './phoneRoutes.ts'
import { registerRoute } from './registerRoute.ts'
import { RejectionLog } from './rejectionLog.ts'
import { type AskGuidance, settingsRoute } from './settingsRoute.ts'
import { signalkRoutes } from './signalkSocket.ts'
import { openTeltonikaPort } from './teltonikaPort.ts'
import { Unauthenticated } from './unauthenticated.ts'

/** Addresses for devices, without that of the console. */
type Addresses = Omit<GatewayAnswer, 'console_urls'>

export interface Gateway {
  /** Addresses for devices, behind a load balancer that of the balancer. */
  addresses: Addresses
  /** Port of the broker, null in a process that receives nothing from devices. */
  mqttPort: number | null
  /** Port with TLS. */
  securePort: number | null
  /** MQTT URL for boats on this machine. */
  mqttUrl: string
  /** Ports of trackers and of NMEA 0183, null while they are off. */
  teltonikaPort: number | null
  nmeaPort: number | null
  intake: Intake
  directory: DeviceDirectory
  /** HTTP routes; the caller supplies the guidance that tells a vessel which data to keep. */
  httpRoutes(app: FastifyInstance, askGuidance: AskGuidance): void
  /** False ends the MQTT connections and refuses new ones, so that a load balancer sends devices to another gateway. */
  setReceiving(isReceiving: boolean): void
  /** Samples stored and refused since the start, open MQTT connections, and what `GnssClock` finds. */
  counts(): {
    appendedSamples: number
    rejections: ReturnType<RejectionLog['counts']>
    mqttConnections: number
    gnssAheadMs: number | null
  }
  close(): Promise<void>
}

const PRUNE_EVERY_MS = HOUR_MS

/** Opens every way in for devices. It ends at "stored" and never waits for processing. */
export async function startGateway(given: {
  config: Pick<Config, 'MQTT_HOST' | 'MQTT_PUBLIC_URL'> & {
    MQTT_PORT: number
    brokerTls?: BrokerTls | null
    brokerProxies?: BlockList
    TELTONIKA_PORT?: number | undefined
    NMEA_PORT?: number | undefined
    unauthenticatedNetworks?: BlockList
  }
  db: Db
  telemetry: Telemetry
  bus: Bus
  log: Log
  clock: Clock
  /** False while the clock is wrong: no data is taken then. */
  isClockRight?: () => boolean
  /** True when devices connect here; without it only files and other imports are stored. */
  isListening?: boolean
}): Promise<Gateway> {
  const { isListening = true, isClockRight = () => true } = given
  const { config, db, telemetry, bus, log, clock } = given
  const collector = new Collector(telemetry, (event) => bus.publish(event), log)
  const rejectionLog = new RejectionLog(db, log)
  const directory = new DeviceDirectory(db, clock)
  const activity = new DeviceActivity(db, log, clock)
  const instances = new InstanceNumbers(db, log)
  const notices = new NoticeLog(db, log, clock)
  const gnss = new GnssClock(clock, log)
  const intake = new Intake({
    ...{ collector, rejectionLog, instances, activity, notices },
    ...{ clock, isClockRight, gnss, log },
  })
  const leave = bus.subscribe('device.changed', ({ deviceId }) => directory.changed(deviceId))
  const { brokerTls: tls = null, brokerProxies: proxies = new BlockList() } = config
  const broker = isListening
    ? await startMqttBroker({
        ...{ host: config.MQTT_HOST, port: config.MQTT_PORT, tls, proxies },
        ...{ directory, intake, notices, bus, db, clock, log },
      })
    : null
  const { TELTONIKA_PORT, NMEA_PORT, unauthenticatedNetworks: networks = new BlockList() } = config
  const unauthenticated = new Unauthenticated({ directory, intake, networks, clock })
  const host = config.MQTT_HOST
  const teltonika =
    isListening && TELTONIKA_PORT !== undefined
      ? await openTeltonikaPort({ host, port: TELTONIKA_PORT, proxies, intake, unauthenticated })
      : null
  const nmea =
    isListening && NMEA_PORT !== undefined
      ? await openNmeaPort({ host, port: NMEA_PORT, proxies, directory, intake, unauthenticated, log })
      : null
  const leaveSettings = (['vessel.changed', 'organization.changed', 'events.missed'] as const).map((type) =>
    bus.subscribe(type, () => broker?.sendSettings()),
  )
  const pruning = setInterval(
    () =>
      void Promise.all([pruneRejections(db), pruneDeviceNotices(db), pruneBridgeRefusals(db)]).catch(
        (error) => log.warn('could not prune', { error }),
      ),
    PRUNE_EVERY_MS,
  )

  const mqtt = mqttAddress(config.MQTT_PUBLIC_URL, broker)
  // A process that devices cannot reach knows only the settings, which all processes share.
  const portOf = (opened: { port: number } | null, setting: number | undefined) =>
    opened?.port ?? (isListening ? null : setting || null)

  return {
    addresses: {
      mqtt: { host: mqtt.host, port: mqtt.port, is_secure: mqtt.isSecure },
      tracker_port: portOf(teltonika, TELTONIKA_PORT),
      nmea_port: portOf(nmea, NMEA_PORT),
      has_unauthenticated_networks: networks.rules.length > 0,
    },
    mqttPort: broker?.port ?? null,
    securePort: broker?.securePort ?? null,
    mqttUrl: broker?.localUrl ?? '',
    teltonikaPort: teltonika?.port ?? null,
    nmeaPort: nmea?.port ?? null,
    intake,
    directory,
    httpRoutes(app, askGuidance) {
      registerRoute(app, { db, directory, clock, bus, mqtt })
      settingsRoute(app, { db, directory, askGuidance })
      healthRoute(app, { db, directory, clock })
      httpIntakeRoutes(app, { directory, intake })
      phoneRoutes(app, { directory, intake, clock })
      if (broker) mqttSocketRoute(app, broker)
      signalkRoutes(app, { directory, intake, log })
    },
    setReceiving: (isReceiving) => broker?.setReceiving(isReceiving),
    counts: () => ({
      appendedSamples: collector.appendedSamples,
      rejections: rejectionLog.counts(),
      mqttConnections: broker?.connections() ?? 0,
      gnssAheadMs: gnss.aheadMs(),
    }),
    async close() {
      clearInterval(pruning)
      leave()
      for (const stop of leaveSettings) stop()
      await Promise.all([broker?.close(), teltonika?.close(), nmea?.close()])
      await collector.close()
      await rejectionLog.write()
      await notices.write()
      await activity.write()
    },
  }
}
