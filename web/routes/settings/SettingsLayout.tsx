import { Outlet } from '@tanstack/react-router'

export const SettingsLayout = () => <Outlet />
