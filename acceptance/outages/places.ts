import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../test/support/free-port.ts';

/** Lets another account, such as PostgreSQL's, enter a folder that was created only for its owner. */
export async function makeReachable(folder: string): Promise<void> {
  await chmod(folder, 0o711);
}

/** Mounts an in-memory file system of `megabytes`. Returns undefined if mounting is not permitted. */
export async function mountSmall(folder: string, megabytes: number): Promise<(() => void) | undefined> {
  await mkdir(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  // The unmount is lazy, because processes that still have a file open in the folder will end soon.
  return () => execFileSync('umount', ['--lazy', folder]);
}

/** Fills the folder's file system, and keeps filling it. `free` releases the space. */
export function fillDisk(folder: string): { free(): Promise<void> } {
  const files: string[] = [];
  const fill = () => {
    const file = path.join(folder, `filler-${files.length}`);
    files.push(file);
    const handle = openSync(file, 'w');
    try {
      for (const size of [1024 * 1024, 4096])
        try {
          for (;;) writeSync(handle, Buffer.alloc(size));
        } catch {
          // The disk is full for writes of this size.
        }
    } finally {
      closeSync(handle);
    }
  };
  fill();
  // This also takes any space that the database releases.
  const again = setInterval(fill, 200);
  return {
    async free() {
      clearInterval(again);
      await Promise.all(files.map((file) => rm(file, { force: true })));
    },
  };
}

/**
 * Makes a folder and the database files in it immutable, even for root and for open files. Returns false if
 * that is not permitted. The shared memory file (`-shm`) is left out, because the kernel would kill processes
 * that write to it.
 */
export async function setReadOnly(folder: string, on: boolean): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => /\.sqlite(?:-wal)?$/.test(name));
  const files = names.map((name) => path.join(folder, name));
  try {
    execFileSync('chattr', [on ? '+i' : '-i', folder, ...files], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a Redis server of our own. Returns undefined if Redis is not installed. */
export async function startRedis(): Promise<
  { readonly url: string; start(): Promise<void>; stop(): Promise<void> } | undefined
> {
  const port = await findFreePort();
  const nothing = async () => {};
  let stop = nothing;
  const start = async () => {
    const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
      stdio: 'ignore',
    });
    const failed = once(child, 'error').then(() => true);
    if (await Promise.race([failed, wait(300).then(() => false)])) throw new Error('no redis-server');
    stop = async () => {
      stop = nothing;
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    };
  };
  try {
    await start();
  } catch {
    return undefined;
  }
  return { url: `redis://127.0.0.1:${port}`, start, stop: () => stop() };
}

/**
 * Starts a name server that accepts queries but never responds. Returns undefined if its port is not
 * available.
 */
export async function startSilentDns(): Promise<{ readonly address: string; close(): void } | undefined> {
  const address = '127.0.0.77';
  const socket = createSocket('udp4').unref();
  try {
    const failed = once(socket, 'error').then(() => false);
    socket.bind(53, address);
    const isBound = await Promise.race([failed, once(socket, 'listening').then(() => true)]);
    return isBound ? { address, close: () => socket.close() } : undefined;
  } catch {
    return undefined;
  }
}

/** Starts an email server that accepts connections but never responds. */
export async function startSilentServer(): Promise<{ readonly url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
