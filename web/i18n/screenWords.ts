import type alerts from '#words/en/screen/alerts.json'
import type alertText from '#words/en/screen/alertText.json'
import type format from '#words/en/screen/format.json'
import type map from '#words/en/screen/map.json'
import type names from '#words/en/screen/names.json'
import type people from '#words/en/screen/people.json'
import type problems from '#words/en/screen/problems.json'
import type reports from '#words/en/screen/reports.json'
import type resources from '#words/en/screen/resources.json'
import type settings from '#words/en/screen/settings.json'
import type shell from '#words/en/screen/shell.json'
import type signIn from '#words/en/screen/signIn.json'
import type trips from '#words/en/screen/trips.json'
import type vessels from '#words/en/screen/vessels.json'

/** All sentences of the screen by section; the type of English holds for every language. */
export type ScreenWords = typeof alertText &
  typeof alerts &
  typeof format &
  typeof map &
  typeof names &
  typeof people &
  typeof problems &
  typeof reports &
  typeof resources &
  typeof settings &
  typeof shell &
  typeof signIn &
  typeof trips &
  typeof vessels
