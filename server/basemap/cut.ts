/**
 * Run in a process of its own by `prepareBasemap`: `node cut.ts <coarse|fine|shores|satellite> <file> <id of the parent>` cuts one
 * archive of the world and exits with 0 once the file is there, or for good when the process that started it is no more.
 */
import { Worker } from 'node:worker_threads'
import { installedShores } from './installedShores.ts'
import { cutSatelliteWorld } from './satelliteWorld.ts'
import { cutVectorWorld } from './vectorWorld.ts'

const [archive, file, parent] = process.argv.slice(2)
// Cutting keeps this thread busy for minutes, so another one has to notice that nobody waits for the archive any more.
new Worker(new URL('./endWithParentWorker.ts', import.meta.url), {
  workerData: Number(parent ?? process.ppid),
}).unref()
if (!file) throw new Error('no file named to cut into')
if (archive === 'satellite') cutSatelliteWorld(file)
else if (archive === 'coarse' || archive === 'fine') await cutVectorWorld(archive, file)
else if (archive === 'shores') await cutVectorWorld('fine', file, installedShores())
else throw new Error(`unknown archive ${archive}`)
