// Runs before the first paint: in a file of its own, because the content security policy of the console allows no inline
// script, and within the page before sign-in, whose policy names its hash.
// Follows `web/preferences/shownScheme.ts`.
try {
  const { theme, night, 'night-until': untilMs } = localStorage
  const { documentElement } = document
  if (night === 'on' || (night === 'sunset' && Date.now() < Number(untilMs)))
    documentElement.dataset.night = ''
  else if (theme === 'light') documentElement.dataset.mantineColorScheme = 'light'
} catch {
  // Without storage the dark theme stays.
}
