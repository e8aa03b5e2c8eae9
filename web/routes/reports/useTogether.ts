import { connect } from 'echarts/core'
import { useEffect } from 'react'

const GROUP = 'report'

/** Group of a report's plots, which show the hovered day together. */
export function useTogether(): string {
  useEffect(() => {
    connect(GROUP)
  }, [])
  return GROUP
}
