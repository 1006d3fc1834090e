"""Learning environments over every game: `from albion.envs import pettingzoo, openspiel, gymnasium`."""
