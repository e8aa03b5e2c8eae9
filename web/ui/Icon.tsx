import type { TablerIcon } from '@tabler/icons-react'

/** Line icon of the console: 18 px in navigation, 16 in buttons, 14 in badges. */
export function Icon({ of: Shape, size = 18 }: { of: TablerIcon; size?: 14 | 16 | 18 | 24 }) {
  return <Shape size={size} stroke={size === 14 ? 1.9 : 1.75} aria-hidden="true" style={{ flex: 'none' }} />
}
