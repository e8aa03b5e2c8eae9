import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ListSearch } from '../searchParameters.ts'

export interface ListAddress {
  search: ListSearch
  /** Changes filters, search or order, and returns to the first page. */
  change: (changed: Partial<ListSearch>) => void
  turnTo: (page: number) => void
}

/** State of a list, kept in the address, so that a user can share it, bookmark it and go back to it. */
export function useListAddress(): ListAddress {
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const put = (changed: Partial<ListSearch>) =>
    void navigate({ to: '.', search: (now: ListSearch) => ({ ...now, ...changed }), replace: 'q' in changed })
  return {
    search,
    change: (changed) => put({ page: undefined, ...changed }),
    turnTo: (page) => put({ page: page || undefined }),
  }
}
