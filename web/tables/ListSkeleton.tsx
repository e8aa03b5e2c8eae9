import { Skeleton } from '@mantine/core'
import { Late } from '../ui/Late.tsx'
import table from './DataTable.module.css'
import classes from './ListPage.module.css'

const WIDTHS = [140, 96, 180, 120, 64]

/** Placeholder of the list while its first page is loading. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <Late>
      <div className={classes.panel} aria-busy="true">
        <table className={table.table}>
          <tbody>
            {Array.from({ length: rows }, (_, row) => row).map((row) => (
              <tr key={row}>
                {WIDTHS.map((width) => (
                  <td key={width}>
                    <Skeleton width={width} height={12} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Late>
  )
}
