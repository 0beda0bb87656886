/** Balances connections: a new one is sent to the node with the fewest. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

export class Balancer {
  readonly port: number;
  readonly #server: Server;
  /** Open connections of each node, by port. */
  readonly #nodes = new Map<number, Set<Socket>>();

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.port = port;
    server.on('connection', (socket) => this.#take(socket));
  }

  static async start(port: number, nodes: readonly number[]): Promise<Balancer> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const balancer = new Balancer(server, port);
    for (const node of nodes) balancer.add(node);
    return balancer;
  }

  add(node: number): void {
    this.#nodes.set(node, new Set());
  }

  remove(node: number): void {
    this.#nodes.delete(node);
  }

  #take(socket: Socket): void {
    const [least] = [...this.#nodes].sort(([, one], [, other]) => one.size - other.size);
    if (least === undefined) {
      socket.destroy();
      return;
    }
    const [port, open] = least;
    const node = connect(port, '127.0.0.1');
    open.add(node);
    node.once('close', () => open.delete(node));
    // Closing one side closes the other, so that Restate repeats the calls of a killed node.
    const ended = (): void => {
      socket.destroy();
      node.destroy();
    };
    pipeline(socket, node, ended);
    pipeline(node, socket, ended);
  }

  end(): void {
    this.#server.close();
    for (const open of this.#nodes.values()) for (const node of open) node.destroy();
  }
}
