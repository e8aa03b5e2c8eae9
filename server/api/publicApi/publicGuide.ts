import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import { PUBLIC_API } from '#contract/wire/endpoint.ts'

/** Guide above the calls on the page for people, as markup; a test runs every example in it. */
export const publicGuide = (publicUrl: string): string => `
<section id="guide"><h2>How to call</h2>
<p>An administrator of your organization makes a key under API keys. It has one role in one department, and reaches what
a person with that role there reaches, here and nowhere else. Send it with each call. The examples on this page are for a
shell that knows where this server is and what your key is:</p>
<pre>export TAFFRAIL_URL=${escapeMarkup(publicUrl)}
export TAFFRAIL_KEY=bk_…</pre>
${example(`curl "$TAFFRAIL_URL${PUBLIC_API}/vessels" -H "Authorization: Bearer $TAFFRAIL_KEY"`)}
<p>A typed client for TypeScript and examples for curl and Python come with the program, in its folder
<code>clients</code>.</p>
<h3>What is refused</h3>
<p>Every refusal is <code>{ "code": …, "message": … }</code>. The code stays the same, the message may change.</p>
<ul>
<li><code>401</code> the key is missing, wrong or deleted. A deleted key is refused at once.</li>
<li><code>402</code> the credits of today are spent.</li>
<li><code>403</code> the role of the key does not include the call.</li>
<li><code>404</code> there is no such thing, or it is not within the reach of the key: the two cannot be told apart.</li>
</ul>
<h3>What it costs</h3>
<p>All keys of an organization share its credits of the day, which begins at midnight GMT; what is left over is lost. A
call costs one credit, creating and changing one for every ten rows. Calls below <code>${PUBLIC_API}/fetcher</code> cost
one for every 100 rows of their answer. A file costs 50 with its link, and may then be fetched for a quarter of an hour. An
export costs 50 when it is asked for, which come back where it cannot be written, or, of a person, when the first key
fetches it, and a day of the logbook 50 as a file. What
is refused or fails costs nothing. Each answer says <code>RateLimit-Limit</code>, the credits of a day,
<code>RateLimit-Remaining</code>, what is left, <code>RateLimit-Reset</code>, the seconds until there are new ones, and
<code>Credits-Spent</code>, what the call cost; a <code>402</code> has <code>Retry-After</code> too.</p>
<h3>Lists</h3>
<p>Lists take <code>skip</code> and <code>limit</code>, one <code>order[field]</code> or more, and
<code>filter[field][operator]</code>; what each can be asked stands at it. They answer <code>data</code> and
<code>total</code>. Most take <code>cursor</code> instead of <code>skip</code>: send it empty for the first page, and then
what was answered as <code>next_cursor</code>, with the same order, until that is <code>null</code>. Rows that come and go
meanwhile shift nothing: what was there all the time is listed once.</p>
${example(`curl "$TAFFRAIL_URL${PUBLIC_API}/trips" -G \\
  -H "Authorization: Bearer $TAFFRAIL_KEY" \\
  --data-urlencode "filter[vessel_id][eq]=$VESSEL_ID" \\
  --data-urlencode "order[distance]=desc" \\
  --data-urlencode "limit=3"`)}
${example(`curl "$TAFFRAIL_URL${PUBLIC_API}/vessels" -G \\
  -H "Authorization: Bearer $TAFFRAIL_KEY" \\
  --data-urlencode "cursor=" \\
  --data-urlencode "limit=1"`)}
<h3>Asking again</h3>
<p>Answers to <code>GET</code> carry an <code>ETag</code>; sent back as <code>If-None-Match</code>, what has not changed
is answered with <code>304</code> and nothing else. It costs what the answer costs.</p>
<h3>Writing once</h3>
<p>Give a write an <code>Idempotency-Key</code>, a word of your own of at most 255 letters, and it is done once, however
often it is sent: for a day the same call gets the same answer, which says <code>Idempotent-Replayed</code> and costs
nothing. What was refused may be sent again under its word. Another call under the same word is refused with
<code>422</code>, and with <code>409</code> one whose first sending is not done; should the server have stopped in the
middle of it, look what became of it and use another word.</p>
${example(`curl "$TAFFRAIL_URL${PUBLIC_API}/comments" \\
  -H "Authorization: Bearer $TAFFRAIL_KEY" \\
  -H "Idempotency-Key: fog-$TRIP_ID" \\
  -H "Content-Type: application/json" \\
  -d '{"trip_id": "'$TRIP_ID'", "text": "Fog at the harbour mouth."}'`)}
<h3>Files</h3>
<p>A file is asked for, and then fetched from the link that is the answer, with the same key.</p>
${example(`FILE=$(curl -s "$TAFFRAIL_URL${PUBLIC_API}/downloads/raw-data" \\
  -H "Authorization: Bearer $TAFFRAIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"trip_id": "'$TRIP_ID'", "requestType": "calc"}' |
  sed -E 's/.*"download_link":"([^"]+)".*/\\1/')
curl "$TAFFRAIL_URL$FILE" -H "Authorization: Bearer $TAFFRAIL_KEY" -o trip.csv`)}
<p>A day of the logbook is a file by itself, as <code>pdf</code> or <code>csv</code>.</p>
${example(`curl "$TAFFRAIL_URL${PUBLIC_API}/vessels/$VESSEL_ID/logbook/pdf" -G \\
  -H "Authorization: Bearer $TAFFRAIL_KEY" \\
  --data-urlencode "date=2026-06-18" \\
  --data-urlencode "timezone=Atlantic/Reykjavik" \\
  -o logbook.pdf`)}
<h3>Exports</h3>
<p>Everything of a kind, of a vessel, a department or all that the key sees, is written to an archive that is kept for seven
days: ask for it, look how far it is, and fetch it once its <code>state</code> is <code>done</code>. Fetching
costs nothing more, takes the same key or another one that sees the export, and goes on where it broke off.</p>
${example(`EXPORT=$(curl -s "$TAFFRAIL_URL${PUBLIC_API}/exports" \\
  -H "Authorization: Bearer $TAFFRAIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"kind": "trips", "vessel_id": "'$VESSEL_ID'"}' |
  sed -E 's/^\\{"id":"([^"]+)".*/\\1/')
until curl -s "$TAFFRAIL_URL${PUBLIC_API}/exports/$EXPORT" \\
  -H "Authorization: Bearer $TAFFRAIL_KEY" | grep -qE '"state":"(done|failed)"'
do sleep 1; done
curl -C - "$TAFFRAIL_URL${PUBLIC_API}/downloads/exports/$EXPORT" \\
  -H "Authorization: Bearer $TAFFRAIL_KEY" -o export.zip`)}
<h3>The stream</h3>
<p><code>GET ${PUBLIC_API}/stream</code> tells of positions and alerts as they happen, as server-sent events, until you
close it. <code>topics</code> is a comma list of <code>positions</code> and <code>alerts</code>, both without it, and
<code>every</code> the seconds between positions of the same vessel, ten without it. A <code>positions</code> event has the
vessels that changed, the first one all of them (<code>full</code>), an <code>alert</code> event an alert that was raised
or changed. A credit pays for a hundred vessels and alerts. Who reads slowly gets the latest and not a queue. Every fifteen
seconds of silence there is a comment. The last event is <code>end</code>, with the code and message of a refusal: when
the credits are spent, and within a second when the key is deleted. A program that lost its connection sends the id of the
last event as <code>Last-Event-ID</code> and gets all positions again, and the alerts that were raised meanwhile.</p>
${example(`curl -N "$TAFFRAIL_URL${PUBLIC_API}/stream?every=5" \\
  -H "Authorization: Bearer $TAFFRAIL_KEY"`)}
<h3>Webhooks</h3>
<p>An administrator adds the address of a program under Settings, Webhooks. The server posts
<code>{ "type": …, "timestamp": …, "data": … }</code> to it. The type is <code>alert.raised</code> when an alert begins.
Where the administrator chose it for this webhook, the type is <code>alert.ended</code> when the alert is over or was
withdrawn. <code>data</code> is the alert as
<code>GET ${PUBLIC_API}/alerts/{id}</code> answers it, with <code>ended_at</code> and <code>withdrawn</code>. A crossing of a
geofence is over at once and has no second message. <code>alert.ended</code> never leaves before the
<code>alert.raised</code> of the same alert. Ignore types that you do not know.</p>
<p>Each message is signed as Standard Webhooks describes. A message that is sent again has the same
<code>webhook-id</code>: it arrives at least once.</p>
</section>`

function example(source: string): string {
  return `<pre class="example">${escapeMarkup(source)}</pre>`
}
