/** Chromium without a window around its pages, which takes a fifth less of a processor than the whole browser. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'
const WHOLE_CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const BROWSERS = [CHROMIUM, WHOLE_CHROMIUM]

/** Software WebGL, and none of the calls home that a closed network refuses. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** For what a page has from the system around it: notifications, and a screen that stays on. */
export const WHOLE_BROWSER = { executablePath: WHOLE_CHROMIUM, args: CHROMIUM_ARGS }
