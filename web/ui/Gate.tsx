import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDepartmentChoice } from '../api/departmentChoice.ts'
import { meQuery } from '../api/user.ts'
import { type GateNeeds, passesGate } from './passesGate.ts'

/** Shows its content to signed-in users who pass; the server decides by itself. */
export function Gate({
  children,
  otherwise = null,
  ...needs
}: GateNeeds & { children: ReactNode; otherwise?: ReactNode }) {
  useDepartmentChoice()
  const { data: user } = useQuery({ ...meQuery, enabled: false })
  return user && passesGate(user, needs) ? children : otherwise
}
