import { Outlet } from '@tanstack/react-router'
import { useOpenVessel } from '../openVessel.ts'

export function StatusTab() {
  useOpenVessel()
  return <Outlet />
}
