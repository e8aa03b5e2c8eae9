import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Icon } from '../ui/Icon.tsx'
import classes from './SortHead.module.css'

interface Props {
  field: string
  title: string
  /** Current order, `field:asc` or `field:desc`. */
  order: string
  onOrder: (order: string) => void
  right?: boolean
}

/** Column header that sorts: first the largest or newest on top, then the other way round. */
export function SortHead({ field, title, order, onOrder, right = false }: Props) {
  const [sorted, direction] = order.split(':')
  const active = sorted === field
  return (
    <th
      scope="col"
      data-right={right || undefined}
      aria-sort={active ? (direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        className={classes.head}
        data-active={active || undefined}
        onClick={() => onOrder(`${field}:${active && direction === 'desc' ? 'asc' : 'desc'}`)}
      >
        {title}
        <Icon of={active && direction === 'asc' ? IconArrowUp : IconArrowDown} size={14} />
      </button>
    </th>
  )
}
