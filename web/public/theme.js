// Runs before the first paint, in a file of its own because the content security policy allows no inline script.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.mantineColorScheme = 'light'
} catch {
  // Without storage the dark theme stays.
}
