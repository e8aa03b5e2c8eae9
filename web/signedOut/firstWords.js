// Runs in the page, after the form in English and before the first paint. Follows `web/i18n/i18n.ts`.
;(() => {
  const root = document.getElementById('root')
  const base = document.documentElement.dataset.base ?? ''
  const path = location.pathname.slice(base.length)
  const query = new URLSearchParams(location.search)
  if (path === '/setup' || path === '/reset-password' || query.has('error') || query.has('second_factor')) {
    root.replaceChildren()
    return
  }
  let stored
  try {
    stored = localStorage.getItem('language')
  } catch {
    // Without storage the languages of the browser decide.
  }
  for (const tag of [stored ?? '', ...navigator.languages]) {
    const language = tag.toLowerCase().split('-')[0]
    const form = document.querySelector(`template[lang="${language}"]`)
    if (form) {
      root.querySelector('main').replaceWith(form.content)
      document.documentElement.lang = language
    }
    if (form || language === 'en') break
  }
  // A form that is sent before its scripts have loaded would write the address into the log of a proxy.
  root.addEventListener('submit', (event) => event.preventDefault())
})()
