import {
  IconAnchor,
  IconBinary,
  IconCpu,
  IconDeviceMobile,
  IconFileImport,
  IconMapPin,
  IconPlugConnected,
  IconRouter,
  IconSolarPanel,
  type TablerIcon,
} from '@tabler/icons-react'

/** Kinds of equipment on board that can send, in the order of the dialog, each with its picture. */
export const CONNECT_KINDS = {
  signalk: IconAnchor,
  victron: IconSolarPanel,
  gateway: IconRouter,
  computer: IconCpu,
  phone: IconDeviceMobile,
  tracker: IconMapPin,
  nmea: IconBinary,
  files: IconFileImport,
  own: IconPlugConnected,
} as const satisfies Record<string, TablerIcon>
export type ConnectKind = keyof typeof CONNECT_KINDS

/** Kinds that the program on board reads, each with the address of an example. */
export const READ_ON_BOARD = {
  victron: 'victron://venus.local',
  gateway: 'tcp://192.168.1.10:1457',
  computer: 'serial:///dev/ttyUSB0',
} as const satisfies Partial<Record<ConnectKind, string>>
