import { connect } from 'echarts/core'
import { useEffect } from 'react'

const GROUP = 'report'

/** The group of a report's charts, which show the hovered day together. */
export function useTogether(): string {
  useEffect(() => {
    connect(GROUP)
  }, [])
  return GROUP
}
