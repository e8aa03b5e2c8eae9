import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAudit } from '#contract/wire/audit.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { call } from './call.ts'

/** Always covers the whole organization, whichever department is chosen. */
export const auditQuery = (list: ListAsked<typeof listAudit>) =>
  queryOptions({
    queryKey: ['audit', list],
    queryFn: ({ signal }) => call(listAudit, { list, signal, everyDepartment: true }),
    placeholderData: keepPreviousData,
    // Readers of the audit log want the latest entry too.
    staleTime: 0,
    meta: { errorMessage: 'error.audit' },
  })
