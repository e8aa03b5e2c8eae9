import { Outlet } from '@tanstack/react-router'

export const ResourcesPage = () => <Outlet />
