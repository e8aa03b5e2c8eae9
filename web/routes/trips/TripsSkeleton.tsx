import { Skeleton } from '@mantine/core'
import { Late } from '../../ui/Late.tsx'
import type { TripsView } from './TripsHeader.tsx'
import classes from './TripsPage.module.css'

/** Placeholder of the list while its first page is loading. */
export function TripsSkeleton({ view, rows }: { view: TripsView; rows: number }) {
  const all = Array.from({ length: rows }, (_, index) => index)
  return (
    <Late>
      {view === 'cards' ? (
        <div className={classes.cards} aria-busy="true">
          {all.map((row) => (
            <div key={row} className={classes.card}>
              <Skeleton height={105} />
            </div>
          ))}
        </div>
      ) : (
        <div className={classes.tableList} aria-busy="true">
          <table className={classes.table} data-compact={view === 'compact' || undefined}>
            <tbody>
              {all.map((row) => (
                <tr key={row}>
                  <td>
                    <Skeleton
                      width={view === 'compact' ? 22 : 72}
                      height={view === 'compact' ? 22 : 72}
                      radius={6}
                    />
                  </td>
                  {[112, 72, 64, 96, 120, 40].map((width) => (
                    <td key={width}>
                      <Skeleton width={width} height={12} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Late>
  )
}
