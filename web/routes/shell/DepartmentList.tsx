import { IconCheck } from '@tabler/icons-react'
import { Icon } from '../../ui/Icon.tsx'
import classes from './TopBar.module.css'

interface Props {
  options: readonly { id: string | null; name: string }[]
  chosen: string | null
  onChoose: (id: string | null) => void
}

/** List with exactly one chosen department; the first option stands for all. */
export function DepartmentList({ options, chosen, onChoose }: Props) {
  return (
    <ul className={classes.departments}>
      {options.map(({ id, name }) => (
        <li key={id ?? 'all'}>
          <button type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            <span>{name}</span>
            {id === chosen && <Icon of={IconCheck} size={16} />}
          </button>
        </li>
      ))}
    </ul>
  )
}
