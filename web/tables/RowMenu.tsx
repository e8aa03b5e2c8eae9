import { Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/IconButton.tsx'

/** Menu of one row; `label` names it, such as `Actions for Saga`. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end" width={176} returnFocus>
      <Menu.Target>
        <IconButton icon={IconDotsVertical} label={label} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
