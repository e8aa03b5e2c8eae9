import { Skeleton } from '@mantine/core'
import { IconHelpHexagon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isNotFound } from '../session/queryClient.ts'
import { Late } from '../ui/Late.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FormDialog } from './FormDialog.tsx'

interface Props<Thing> {
  title: string
  query: { data: Thing | undefined; error: Error | null; refetch: () => unknown }
  notFound: string
  failed: string
  /** True when the user has the permission that the dialog needs. */
  allowed: boolean
  onClose: () => void
  children: (thing: Thing) => ReactNode
}

/** Dialog about one record, which is loaded first; `children` renders the dialog after loading. */
export function LoadedDialog<Thing>(props: Props<Thing>) {
  const { title, query, notFound, failed, allowed, onClose, children } = props
  if (allowed && query.data !== undefined) return children(query.data)
  return (
    <FormDialog title={title} onClose={onClose}>
      {!allowed ? (
        <NoAccess />
      ) : isNotFound(query.error) ? (
        <Notice icon={IconHelpHexagon} title={notFound} role="status" />
      ) : query.error ? (
        <LoadFailed sentence={failed} error={query.error} onRetry={query.refetch} />
      ) : (
        <Late>
          <Skeleton height={48} />
          <Skeleton height={48} />
          <Skeleton height={48} />
        </Late>
      )}
    </FormDialog>
  )
}
