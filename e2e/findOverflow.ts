import type { Page } from '@playwright/test'

/**
 * Lists content that does not fit: a page or dialog that would scroll sideways, a text that leaves its card or is cut
 * off without an ellipsis, a control of a dialog that lies beside it, and an ordinary word of a table on two lines.
 */
export const findOverflow = (page: Page) => page.evaluate<string[]>(`(${SCRIPT})()`)

/** Runs inside the page. */
const SCRIPT = `function findTooWide() {
  const SLACK_PX = 1.5
  /** Longer words may break. */
  const MOST_LETTERS = 20
  const found = new Set()
  const nameOf = (element) =>
    element.tagName.toLowerCase() + '.' + String(element.getAttribute('class') ?? '').split(' ').at(-1)
  const note = (what, element, text = element.textContent ?? '') =>
    found.add(what + ': ' + nameOf(element.parentElement ?? element) + ' > ' + nameOf(element) + ' "' + text.trim().slice(0, 40) + '"')

  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const clips = ({ overflowX }) => overflowX !== 'visible'
  const isFolded = (element) =>
    element !== document.body &&
    ((element.getBoundingClientRect().width < 2 && clips(getComputedStyle(element))) || isFolded(element.parentElement))
  /** A table may scroll sideways, a row of tabs and one that is made for it; nothing else may. */
  const isRow = ({ display, flexDirection, flexWrap }) => display === 'flex' && flexDirection === 'row' && flexWrap === 'nowrap'
  const mayScroll = (element, style = getComputedStyle(element)) =>
    isRow(style) ||
    element.querySelector('table, [role=table], [role=tablist]') !== null || element.closest('nav, pre') !== null
  const range = document.createRange()
  const lineOf = (node, at) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect().top
  }
  const noteBrokenWords = (node, own) => {
    for (const { 0: whole, index } of node.textContent.matchAll(/\\S+/g)) {
      if (whole.length > MOST_LETTERS) continue
      // A line may end after a hyphen or a slash.
      for (const { 0: word, index: at } of whole.matchAll(/[\\p{L}\\d]+/gu))
        if (Math.abs(lineOf(node, index + at) - lineOf(node, index + at + word.length - 1)) > SLACK_PX)
          note('a word of a table is broken', own, word)
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement
    if (!own || !node.textContent?.trim() || own.closest('svg, script, style, noscript, option')) continue
    if (!isSeen(own) || isFolded(own)) continue
    if (own.closest('td, th')) noteBrokenWords(node, own)
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    for (let around = own; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      // Text for screen readers alone is one pixel wide.
      if (style.clipPath !== 'none' || around.clientWidth === 1) break
      const at = around.getBoundingClientRect()
      const leaves = box.right > at.right + SLACK_PX || box.left < at.left - SLACK_PX
      // Only the screen cuts off an element with a fixed position.
      if (style.position === 'fixed') {
        if (box.right > innerWidth + SLACK_PX || box.left < -SLACK_PX) note('a text leaves the screen', own, node.textContent)
        break
      }
      if (style.display === 'inline' || at.width === 0) continue
      if (!clips(style)) {
        const isBox = style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.borderRightWidth !== '0px' || around.matches('td, th, button, dialog, [role=dialog]')
        if (leaves && isBox) {
          note('a text leaves its box', own, node.textContent)
          break
        }
        continue
      }
      if (!leaves) continue
      const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      if (style.overflowX === 'hidden' || style.overflowX === 'clip') {
        if (!hasEllipsis) note('a text is cut off', own, node.textContent)
      } else if (!mayScroll(around, style)) note('a text wants scrolling sideways', own, node.textContent)
      break
    }
  }
  for (const dialog of document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')) {
    if (!isSeen(dialog)) continue
    const at = dialog.getBoundingClientRect()
    if (at.right > innerWidth + SLACK_PX || at.left < -SLACK_PX) note('it is wider than the screen', dialog)
    for (const control of dialog.querySelectorAll('button, input, [role=switch], [role=menuitem], [role=option], a')) {
      if (!isSeen(control) || control.clientWidth <= 1) continue
      const its = control.getBoundingClientRect()
      if (its.right > at.right + SLACK_PX || its.left < at.left - SLACK_PX) {
        if (!mayScroll(control.closest('[style*=overflow], div') ?? control)) note('a control lies beside its dialog', control, control.getAttribute('aria-label') ?? undefined)
      }
    }
  }
  return [...found]
}`
