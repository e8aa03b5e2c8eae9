/**
 * Run in a process of its own by `prepareBasemap`: `node cut.ts <coarse|fine|shores|satellite> <file> <id of the parent>` cuts one
 * archive of the world and exits with 0 once the file is there, or for good when the process that started it is no more. That of
 * the shores is made of the fine one beside it.
 */
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { installedShores } from '#server/basemap/installedShores.ts'
import { worldArchiveName } from '#server/basemap/worldArchives.ts'

const [archive, file, parent] = process.argv.slice(2)
// Cutting keeps this thread busy for minutes, so another one has to notice that the parent no longer waits for the
// archive.
new Worker(new URL('./endWithParentWorker.ts', import.meta.url), {
  workerData: Number(parent ?? process.ppid),
}).unref()
// Ctrl-C at a terminal reaches this process as well, and is for the one that started it to act upon.
if (parent) process.on('SIGINT', () => undefined)
const shores = installedShores()
if (!file) throw new Error('no file named to cut into')
// Only what this archive needs is loaded: the list of all places alone takes 40 MB.
if (archive === 'satellite') await (await import('./satelliteWorld.ts')).cutSatelliteWorld(file)
else if (archive === 'coarse' || archive === 'fine')
  await (await import('./vectorWorld.ts')).cutVectorWorld(archive, file)
else if (archive === 'shores' && shores) {
  const fine = join(dirname(file), worldArchiveName('fine'))
  await (await import('./deeperWorld.ts')).cutDeeperWorld(fine, file, shores)
} else throw new Error(`unknown archive ${archive}`)
