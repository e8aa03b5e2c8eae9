import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { mayDo } from '#contract/domain/permissions.ts'
import { useUser } from '../api/user.ts'
import { sendLogs } from './uploads.ts'

export interface DropVessel {
  id: string
  department_id: string
}

/**
 * Makes elements that represent vessels accept log files, and opens the vessel's page with the progress. The vessel's
 * menu does the same by keyboard.
 */
export function useLogDrops() {
  const navigate = useNavigate()
  const { permissions } = useUser()
  const [overId, setOverId] = useState<string | null>(null)
  return ({ id, department_id }: DropVessel) => {
    if (!mayDo(permissions, 'vessel:vessel-pair-device', id, department_id)) return {}
    return {
      'data-drop': overId === id || undefined,
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOverId(id)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOverId(null)
      },
      onDrop(event: DragEvent) {
        setOverId(null)
        const { files } = event.dataTransfer
        // A picture dropped on its own field has already been handled.
        if (files.length === 0 || event.defaultPrevented) return
        event.preventDefault()
        sendLogs(id, files)
        void navigate({ to: '/vessels/$vesselId/logs', params: { vesselId: id } })
      },
    }
  }
}
