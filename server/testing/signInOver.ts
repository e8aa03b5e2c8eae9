/** Signs a person in over HTTP as a browser does. Throws where that is refused. */
export async function signInOver(url: string, { email, password }: { email: string; password: string }) {
  const answer = await fetch(`${url}/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const given = await fetch(`${url}/identity/token`, { headers: { cookie } })
  const { token } = (await given.json()) as { token: string }
  return { cookie, token, headers: { authorization: `Bearer ${token}` } }
}
