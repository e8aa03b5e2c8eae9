import type uPlot from 'uplot'

/**
 * Line that ends before a null and begins again after it. The usual line of uPlot only hides the part between, which
 * shows when both ends lie in the same pixel.
 */
export const brokenLine: uPlot.Series.PathBuilder = (plot, series, first, last) => {
  const stroke = new Path2D()
  const values = plot.data[series]
  let joined = false
  for (let index = first; index <= last; index++) {
    const time = plot.data[0][index]
    const value = values?.[index]
    if (value === null) joined = false
    if (typeof value !== 'number' || time === undefined) continue
    const x = plot.valToPos(time, 'x', true)
    const y = plot.valToPos(value, 'y', true)
    if (joined) stroke.lineTo(x, y)
    else stroke.moveTo(x, y)
    joined = true
  }
  return { stroke, fill: null }
}
